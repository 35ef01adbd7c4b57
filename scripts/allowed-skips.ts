import { existsSync } from "node:fs";
import { isRoot, lacks, machinesNode } from "#tests/support/machine.ts";
import { originals } from "#tests/support/test-data.ts";
import { findFakeTime } from "./fake-time.ts";
import { installedPostgres } from "./local-postgres.ts";
import type { AllowedSkip } from "./skips.ts";

const without = (program: string): Pick<AllowedSkip, "reason" | "isSo"> => ({
  reason: `this machine has no ${program}`,
  isSo: () => lacks(program),
});
const notRoot = { reason: "only root can hand files to another account", isSo: () => !isRoot };
const noNginx = { reason: "this machine has no nginx", isSo: () => !existsSync("/usr/sbin/nginx") };
const archives = "src/domain/bundle/foreign-zip.test.ts";

/** Every test of `npm test` that may be skipped. A skip that is not here, or whose condition is not met, fails the run. */
export const allowedSkips: readonly AllowedSkip[] = [
  { file: archives, names: /^tools of this machine zip/, ...without("zip") },
  { file: archives, names: /^tools of this machine bsdtar/, ...without("bsdtar") },
  { file: archives, names: /^tools of this machine 7z/, ...without("7z") },
  { file: archives, names: /^tools of this machine python/, ...without("python3") },
  { file: "src/server/bundle/zip-writer.test.ts", names: /: unzip$/i, ...without("unzip") },
  { file: "src/server/bundle/zip-writer.test.ts", names: /: Python$/, ...without("python3") },
  {
    file: "src/server/bundle/verify-command.test.ts",
    names: /answers on the machine's own/,
    ...without(machinesNode),
  },
  { file: "scripts/proxy-guide.test.ts", names: /^nginx takes/, ...noNginx },
  { file: "scripts/proxy-guide.test.ts", names: /^Caddy takes/, ...without("caddy") },
  { file: "scripts/deploy-files.test.ts", names: /^terraform reads/, ...without("terraform") },
  { file: "scripts/deploy-files.test.ts", names: /^helm finds/, ...without("helm") },
  { file: "src/server/db/postgres-account.test.ts", names: /./, ...notRoot },
  { file: "src/server/db/nameless-account.test.ts", names: /^a user id without/, ...notRoot },
  {
    file: "src/server/db/embedded-postgres.db.test.ts",
    names: /started by root|root's own|only root may enter/,
    ...notRoot,
  },
  {
    file: "scripts/test-hours.test.ts",
    names: /^a process lives at/,
    reason: "libfaketime is not installed (Debian: apt-get install faketime)",
    isSo: () => !findFakeTime(),
  },
  {
    file: "scripts/test-data.test.ts",
    names: /originals/,
    reason: "the originals of tests/data do not lie beside the checkout",
    isSo: () => !originals(),
  },
  {
    file: "npm test -- local",
    names: /./,
    reason: "there is no PostgreSQL 15 or newer: install one, or set TEST_DATABASE_URL",
    isSo: () => !process.env["TEST_DATABASE_URL"] && !installedPostgres(),
  },
];
