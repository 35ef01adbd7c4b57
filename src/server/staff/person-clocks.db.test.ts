import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectOkta } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { confirmAddress } from "#tests/support/staff.ts";

// What is due of somebody who starts or changes their role follows from what is collected and done, and is closed by that alone.

let running: RunningApp;
let olga: Person;
let adam: Person;
let mia: Person;
let company: string;
let okta: ConnectedOkta;
let clock: Date;

const HOUR = 3_600_000;
const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (path: string) => `/companies/${company}${path}`;
const add = async (register: string, fields: Record<string, unknown>) =>
  (await olga.post(at(`/registers/${register}/records`), { fields })).body;
async function pass(hours: number): Promise<void> {
  clock = new Date(clock.getTime() + hours * HOUR);
  running.setNow(clock);
  await running.app.runTasks();
}
const deadlinesOf = async (id: string, by = olga) =>
  (await by.get(at(`/registers/people/records/${id}`))).body.deadlines;
const clocksOf = async (id: string, by = olga) =>
  ((await deadlinesOf(id, by))?.clocks ?? []).map(({ label, source, done }: Record<string, unknown>) => [
    label,
    source,
    done,
  ]);
const taskOf = async (kind: string, id: string) =>
  (await olga.get(at("/tasks"))).body.find(({ key }: { key: string }) => key === `${kind} ${id}`);

beforeAll(async () => {
  running = await runApp();
  [olga, adam, mia] = (await Promise.all(["Olga", "Adam", "Mia"].map((name) => running.person(name)))) as [
    Person,
    Person,
    Person,
  ];
  company = await olga.found(`Clocks ${randomUUID()}`);
  for (const [person, role] of [
    [adam, "admin"],
    [mia, "member"],
  ] as const)
    await addMember(running, company, person.id, role);
  clock = new Date();
});
afterAll(() => running.close());

test("somebody who starts has a clock for their account, policies, courses and screening, each closed by what is collected or done", async () => {
  const startsAt = new Date(clock.getTime() - 2 * HOUR).toISOString();
  const day = startsAt.slice(0, 10);
  const eve = await add("people", { name: "Eve", email: "eve@acme.test", kind: "employee", startsAt });
  expect(await clocksOf(eve.id)).toEqual([["Pass 3 courses", "0 of 3 done", false]]);
  okta = await connectOkta(admin, olga, company);
  await okta.read([], clock);
  await pass(1);
  const policy = (await olga.post(at("/policies"), { title: "Access policy", text: "# Access\n\nText.\n" })).body;
  await olga.post(at(`/policy-versions/${policy.open.id}/review`), { revision: 1, quorum: 1 });
  await adam.post(at(`/policy-versions/${policy.open.id}/approvals`), { revision: 1 });
  await olga.post(at(`/policy-versions/${policy.open.id}/assignments`), { audience: "everyone" });
  const screening = await add("screenings", {
    kind: "exception",
    personId: eve.id,
    completedOn: day,
    law: "A law of there",
  });
  const account = "An account in a connected system";
  const none = "No account that was read is known to be theirs. Create it, or say whose your accounts are";
  expect(await clocksOf(eve.id)).toEqual([
    [account, none, false],
    ["Acknowledge 1 policy", "0 of 1 done", false],
    ["Pass 3 courses", "0 of 3 done", false],
    ["Screening before the first access", "No screening from before is approved", false],
  ]);
  expect((await deadlinesOf(eve.id)).title).toBe("Start: what is due");
  expect(await taskOf("starter", eve.id)).toMatchObject({
    title: "Complete the start of Eve",
    detail: "PER-1, 4 things are open",
    to: `/dashboard/program/people?record=${eve.id}`,
  });
  // A member reads no screenings, and is told of none.
  expect((await clocksOf(eve.id, mia)).map(([label]: [string]) => label)).not.toContain(
    "Screening before the first access",
  );
  await okta.read([{ id: "1", login: "eve@acme.test" }], clock);
  expect((await adam.post(at(`/registers/screenings/records/${screening.id}/approval`), { version: 1 })).status).toBe(
    200,
  );
  await pass(1);
  expect(await clocksOf(eve.id)).toEqual([
    [account, "eve@acme.test in Okta acme", true],
    ["Acknowledge 1 policy", "0 of 1 done", false],
    ["Pass 3 courses", "0 of 3 done", false],
    ["Screening before the first access", "SCR-1 is approved", true],
  ]);
  expect(await taskOf("starter", eve.id)).toMatchObject({ detail: "PER-1, 2 things are open" });
});

test("a change of role asks to look at each account, until a review, an approved request or a later snapshot answers", async () => {
  const dan = await add("people", {
    name: "Dan",
    email: "dan@acme.test",
    kind: "employee",
    jobTitle: "Engineer",
    startsAt: "2020-01-01",
  });
  const change = async (fields: object, version: number) =>
    olga.send("PATCH", at(`/registers/people/records/${dan.id}`), JSON.stringify({ version, fields }), {
      "content-type": "application/json",
    });
  await okta.read(
    [
      { id: "1", login: "eve@acme.test" },
      { id: "2", login: "dan@acme.test" },
    ],
    clock,
  );
  await pass(1);
  // Another way to write the same job is no change.
  expect((await change({ jobTitle: "engineer" }, 1)).status).toBe(200);
  expect(await deadlinesOf(dan.id)).toBeNull();
  expect((await change({ jobTitle: "Head of sales" }, 2)).status).toBe(200);
  const label = "Look at what dan@acme.test may do in Okta acme";
  const open = "Job title changed. Decide it in a review, approve an access request, or disable it";
  expect(await clocksOf(dan.id)).toEqual([[label, open, false]]);
  expect(await taskOf("mover", dan.id)).toMatchObject({
    title: "Look at what Dan may do",
    detail: "PER-2, role changed, 1 account",
    due: new Date(clock.getTime() + 14 * 24 * HOUR).toISOString(),
  });
  await pass(1);
  const request = await add("access-requests", {
    access: "Reports of sales",
    personId: dan.id,
    systemId: okta.systemId,
    reason: "New role",
    requestedOn: clock.toISOString().slice(0, 10),
  });
  expect(await clocksOf(dan.id)).toEqual([[label, open, false]]);
  await adam.post(at(`/registers/access-requests/records/${request.id}/approval`), { version: 1 });
  expect(await clocksOf(dan.id)).toEqual([[label, "ACC-1 was approved", true]]);
  expect(await taskOf("mover", dan.id)).toBeUndefined();
  // The next change asks anew, and a review answers it.
  await pass(24);
  expect((await change({ kind: "contractor" }, 3)).status).toBe(200);
  expect(await clocksOf(dan.id)).toEqual([[label, open.replace("Job title", "Employment"), false]]);
  await confirmAddress(running, dan.id);
  await pass(1);
  await add("people", { name: "Olga", email: olga.email, kind: "partner", startsAt: "2020-01-01" });
  const review = (
    await olga.post(at("/reviews"), {
      name: "Quarter",
      dueOn: "2027-12-31",
      systems: [{ systemId: okta.systemId, reviewerId: olga.id, otherId: adam.id }],
    })
  ).body;
  const population = review.populations[0].id;
  const { accounts } = (await olga.get(at(`/reviews/${review.id}/populations/${population}/accounts`))).body;
  const { id } = accounts.find((account: { label: string }) => account.label === "dan@acme.test");
  const decided = await olga.post(at(`/reviews/${review.id}/decisions`), {
    decisions: [{ rowId: id, decision: "keep", reason: "" }],
  });
  expect([decided.status, decided.body.code]).toEqual([200, undefined]);
  expect(await clocksOf(dan.id)).toEqual([[label, "Kept in a review", true]]);
  // So does a later snapshot that shows it disabled.
  await pass(24);
  expect((await change({ jobTitle: "Seller" }, 4)).status).toBe(200);
  expect(await taskOf("mover", dan.id)).toBeDefined();
  await okta.read(
    [
      { id: "1", login: "eve@acme.test" },
      { id: "2", login: "dan@acme.test", status: "SUSPENDED" },
    ],
    clock,
  );
  await pass(1);
  expect(await clocksOf(dan.id)).toEqual([]);
  expect(await taskOf("mover", dan.id)).toBeUndefined();
});
