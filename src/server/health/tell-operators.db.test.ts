import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { tellOperators } from "./tell-operators.ts";

// Not before now: the database says when a mail was written.
const at = new Date();
const minutes = (count: number) => new Date(at.getTime() + count * 60_000);
let running: RunningApp;

beforeAll(async () => {
  running = await runApp({ asksSigner: true });
});
afterAll(() => running.close());

/** Looks at a moment, sends what is waiting, and answers the subjects of new mails. */
async function look(now: Date): Promise<readonly string[]> {
  running.setNow(now);
  const before = running.mails.length;
  await tellOperators(running.app.services);
  await running.app.runTasks();
  return running.mails.slice(before).map(({ to, subject }) => `${to}: ${subject.replace(/^\S+ /, "")}`);
}

test("platform admins are mailed what lasts for five minutes, once a day, and once when it is over", async () => {
  const olga = await running.person("Olga");
  await running.person("Nina");
  await running.database.admin.query(
    "INSERT INTO app.platform_admins (id) SELECT id FROM auth.users WHERE email = $1",
    [olga.email],
  );
  // Neither a worker nor a signer runs here.
  expect(await look(minutes(0))).toEqual([]);
  expect(await look(minutes(4))).toEqual([]);
  expect(await look(minutes(6))).toEqual([`${olga.email}: 2 things need attention`]);
  expect(running.mails.at(-1)!.text).toMatch(/No worker runs[\s\S]*No signer runs/);
  expect(await look(minutes(60))).toEqual([]);
  await running.database.admin.query(
    `INSERT INTO app.processes (id, role, version, node_version, started_at, last_seen_at, keys_generation)
       SELECT gen_random_uuid(), role, 'test', '24', $1, $1, 1 FROM unnest(ARRAY['signer', 'worker']) role`,
    [minutes(61)],
  );
  expect(await look(minutes(61))).toEqual([`${olga.email}: all is well again`]);
  expect(await look(minutes(62))).toEqual([]);
});
