import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { addToStaff, signInStaff } from "#tests/support/staff.ts";

const DAY = 86_400_000;
let running: RunningApp;
let olga: Person;
let company: string;
const begun = new Date();

beforeAll(async () => {
  running = await runApp();
  running.setNow(new Date(begun.getTime() - 340 * DAY));
  olga = await running.person("Olga");
  company = await olga.found("Due");
});
afterAll(() => running.close());

const at = (path: string) => `/companies/${company}${path}`;
interface Due {
  readonly personId: string;
}
const due = async (more = ""): Promise<Due[]> => {
  const { status, body } = await olga.get(at(`/staff/due${more}`));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.people;
};

test("who has something to acknowledge, to pass or to pass again is due; of a policy who left its text open; and why no link reaches them", async () => {
  const staff = { startsAt: "2020-01-01" };
  const ben = await addToStaff(olga, company, { name: "Ben", email: "ben@due.test", ...staff });
  const { id, open } = (await olga.post(at("/policies"), { title: "Access", text: "# Access\n\nFirst.\n" })).body;
  await olga.post(at(`/policy-versions/${open.id}/review`), { revision: 1, quorum: 1 });
  const version = (await olga.post(at(`/policy-versions/${open.id}/approvals`), { revision: 1 })).body.inForce.id;
  await olga.post(at(`/policy-versions/${version}/assignments`), { audience: "everyone" });
  expect(await due()).toEqual([
    { personId: ben, number: "PER-1", name: "Ben", policies: 1, courses: 3, late: false, reach: "ready" },
  ]);
  const page = await signInStaff(running, olga, company, ben, "ben@due.test");
  await page.submit(await page.open(`/me/policies/${version}`), `/me/policies/${version}`);
  // He passes every course; half a year later there is nothing to do, and a month before they end there is.
  await running.database.admin.query("SET session_replication_role = replica");
  await running.database.admin.query(
    `INSERT INTO app.completions (company_id, id, person_id, course, source, course_version, attempt_id, answers, score, out_of, passed,
        completed_at, vouched, number, ledger_index)
      SELECT $1, gen_random_uuid(), $2, c, 'quiz', 1, gen_random_uuid(), '[]', 8, 8, true, $3, 'alone', n, 1
      FROM unnest(ARRAY['security', 'privacy', 'phishing']) WITH ORDINALITY x (c, n)`,
    [company, ben, new Date(begun.getTime() - 340 * DAY)],
  );
  await running.database.admin.query("SET session_replication_role = origin");
  // What a trigger would have written.
  await running.database.admin.query("SELECT app.list_passes($1, ARRAY[$2::uuid])", [company, ben]);
  running.setNow(new Date(begun.getTime() - 100 * DAY));
  expect(await due()).toEqual([]);
  running.setNow(begun);
  expect(await due()).toMatchObject([{ personId: ben, policies: 0, courses: 3, late: false }]);
  const silent = await addToStaff(olga, company, { name: "Silent", ...staff });
  expect(await due(`?policyId=${id}`)).toMatchObject([
    { personId: silent, policies: 1, courses: 0, late: true, reach: "no email" },
  ]);
});
