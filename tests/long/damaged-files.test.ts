import { afterAll, beforeAll, expect, test } from "vitest";
import { instanceOf } from "#tests/support/backup-pair.ts";
import { damageFiles, recordedDamages, storedFiles } from "#tests/support/damaged-files.ts";
import { mendedCompany } from "#tests/support/mended-company.ts";
import type { MendedCompany } from "#tests/support/mended-company.ts";
import { scrub } from "#server/scrub/scrub.ts";

const DAMAGES = 1_000;
let at: MendedCompany;

beforeAll(async () => {
  at = await mendedCompany();
  await at.running.database.admin.query("UPDATE app.limits SET most = 1000000 WHERE most IS NOT NULL");
  for (let index = 0; index < DAMAGES * 1.2; index += 1) await at.file(`Item ${10_000 + index}`);
}, 600_000);
afterAll(() => at.running.close());

test(`O3: ${DAMAGES} damages of stored files are all found, and none falsely`, async () => {
  const files = await storedFiles(at);
  expect(files.length).toBeGreaterThanOrEqual(DAMAGES * 1.2);
  const expected = await damageFiles(files.slice(0, DAMAGES), files.at(-1)!);
  const deps = instanceOf(at.running.database, at.running.folder);
  expect(await scrub(deps, { everything: true })).toMatchObject({ found: DAMAGES, finished: true });
  expect(await recordedDamages(at)).toEqual(expected);
}, 600_000);
