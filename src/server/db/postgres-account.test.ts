import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRoot } from "#tests/support/machine.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { handOver } from "./postgres-account.ts";
import { opensBySocket } from "./postgres-password.ts";

const NOBODY = 65_534;
const account = { uid: 61_999, gid: 61_999 };

/** A cluster that ran as nobody, and a file of root's beside it. */
function clusterOfNobody() {
  const dataDir = temporaryFolder();
  const pg = join(dataDir, "pg");
  const secret = join(dataDir, "root", "shadow");
  for (const folder of [pg, join(pg, "base"), join(dataDir, "root")]) mkdirSync(folder);
  writeFileSync(secret, "root's alone\n", { mode: 0o600 });
  writeFileSync(join(pg, "base", "1"), "rows");
  execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, pg]);
  return { dataDir, pg, secret };
}

// Only root gives anything away.
describe.skipIf(!isRoot)("what root does in the folder of PostgreSQL's account", () => {
  test("S11: what root hands over ends at the folder: no link in it leads to anything else", () => {
    const { dataDir, pg, secret } = clusterOfNobody();
    symlinkSync(join(dataDir, "root"), join(pg, "base", "elsewhere"));
    symlinkSync(secret, join(pg, "file-elsewhere"));
    handOver(pg, account);
    expect(statSync(secret).uid).toBe(0);
    expect(statSync(join(dataDir, "root")).uid).toBe(0);
    for (const path of [".", "base", "base/1", "base/elsewhere"])
      expect(lstatSync(join(pg, path))).toMatchObject(account);
  });

  test("S11: a file with a name elsewhere is not handed over, and the folder stays closed until it is gone", () => {
    const { pg, secret } = clusterOfNobody();
    linkSync(secret, join(pg, "base", "2"));
    expect(() => handOver(pg, account)).toThrow(/has another name elsewhere/);
    expect(statSync(secret).uid).toBe(0);
    expect(statSync(pg)).toMatchObject({ uid: 0 });
  });

  test("S11: a folder that was open to everybody is closed before it is handed over", () => {
    const { pg } = clusterOfNobody();
    chmodSync(join(pg, "base"), 0o777);
    handOver(pg, account);
    expect(statSync(join(pg, "base")).mode & 0o777).toBe(0o700);
  });

  test("S11: the rules of who comes in are written in the place of a link, never through it", () => {
    const { dataDir, pg, secret } = clusterOfNobody();
    chownSync(pg, account.uid, account.gid);
    symlinkSync(secret, join(pg, "pg_hba.conf"));
    expect(opensBySocket(dataDir, pg)).toBe(true);
    expect(readFileSync(secret, "utf8")).toBe("root's alone\n");
    const rules = lstatSync(join(pg, "pg_hba.conf"));
    expect(rules.isFile()).toBe(true);
    expect(rules).toMatchObject(account);
    expect(rules.mode & 0o777).toBe(0o600);
  });
});
