import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectOkta } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

// What a policy promises more strictly than its check asks, beside what the newest exhibits show: changing either side clears it.

const DAY = 86_400_000;
let running: RunningApp;
let [olga, adam]: Person[] = [];
let company: string;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  [olga, adam] = await Promise.all(["Olga", "Adam"].map((name) => running.person(name)));
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga!.found(`Figures ${randomUUID()}`);
  await addMember(running, company, adam!.id, "admin");
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
const post = async (path: string, body: unknown, person = olga!) => (await person.post(at(path), body)).body;
const policy = async (check: string, sentence: string) =>
  (await post("/policies", { title: sentence, text: `# Promises\n\n::: statement ${check}\n${sentence}\n:::\n` })).open
    .id;
const stated = async (version: string) => (await olga!.get(at(`/policy-versions/${version}/statements`))).body;
async function pass(): Promise<void> {
  clock = new Date(clock.getTime() + 60_000);
  running.setNow(clock);
  await running.app.runTasks();
}
const dayBefore = (days: number) => new Date(clock.getTime() - days * DAY).toISOString().slice(0, 10);
const exhibitOf = async (where: string) =>
  `EX-${String((await admin(`SELECT max(e.number)::int AS number FROM app.evidence e ${where}`, [company]))[0]!.number).padStart(6, "0")}`;

test("a review that is promised every month is contradicted by the exhibit of registers that shows 61 days, until either is another", async () => {
  const attendeeIds: unknown[] = [];
  for (const name of ["Kim", "Lee"])
    attendeeIds.push(
      (await post("/registers/people/records", { fields: { name, kind: "employee", startsAt: "2020-01-05" } })).id,
    );
  const meet = (heldOn: string) =>
    post("/registers/meetings/records", {
      fields: { title: `Review of ${heldOn}`, kind: "leadership", heldOn, attendeeIds, decisions: "Go on." },
    });
  expect((await meet(dayBefore(62))).number).toBe("MTG-1");
  await pass();
  const CHECK = "oversight.review-within-quarter";
  const monthly = await policy(CHECK, "Leadership reviews the state of the program every month.");
  const registers =
    "JOIN app.register_runs r ON r.company_id = e.company_id AND r.evidence_id = e.id WHERE e.company_id = $1";
  const contradicted = {
    check: CHECK,
    state: "contradicted",
    reason: "every month promised, 61 days shown since the last meeting: MTG-1.",
    exhibit: await exhibitOf(registers),
  };
  expect(await stated(monthly)).toMatchObject([contradicted]);
  await post(`/policy-versions/${monthly}/review`, { revision: 1, quorum: 1 });
  expect(await post(`/policy-versions/${monthly}/approvals`, { revision: 1 }, adam)).toMatchObject({
    code: "policy-contradicted",
    message: expect.stringContaining("every month promised, 61 days shown") as string,
  });

  // The policy's side: what the check measures is promised.
  const quarterly = await policy(CHECK, "Leadership reviews the state of the program every quarter.");
  expect(await stated(quarterly)).not.toMatchObject([{ reason: expect.stringContaining("promised") as string }]);
  // The other side: a newer meeting, and a later exhibit that has it.
  await meet(dayBefore(3));
  expect(await stated(monthly), "what no exhibit shows yet").toMatchObject([contradicted]);
  await pass();
  expect(await stated(monthly)).not.toMatchObject([{ reason: expect.stringContaining("promised,") as string }]);
});

test("a length of passwords that is promised is contradicted by the vendor's exhibit that shows less, until either is another", async () => {
  const okta: ConnectedOkta = await connectOkta(admin, olga!, company, "solo");
  const read = async (minLength: number | null) => {
    const data = {
      name: "Default",
      minLength,
      refusesCommon: true,
      history: 24,
      maxAttempts: 10,
      autoUnlockMinutes: 0,
    };
    const subject = { type: "policy", id: "1", label: "Default policy" };
    const item = { kind: "okta.password-policy", subject, data, observedAt: clock.toISOString(), step: "policies" };
    clock = new Date(clock.getTime() + 60_000);
    await okta.read([], clock, ["policies"], { items: [item] });
  };
  const CHECK = "auth.password-rules";
  await read(12);
  const version = await policy(CHECK, "Passwords have at least 16 characters.");
  expect(await stated(version)).toMatchObject([
    {
      state: "contradicted",
      reason: "16 characters promised, 12 characters shown: Default policy.",
      exhibit: await exhibitOf("WHERE e.company_id = $1"),
      observedAt: clock.toISOString(),
    },
  ]);
  const looser = await policy(CHECK, "Passwords have at least 12 characters.");
  expect(await stated(looser)).not.toMatchObject([{ state: "contradicted" }]);
  await read(16);
  expect(await stated(version)).not.toMatchObject([{ state: "contradicted" }]);
  await read(12);
  expect(await stated(version)).toMatchObject([{ state: "contradicted" }]);
  // What was not read shows nothing, and neither does a connection that has ended.
  await read(null);
  expect(await stated(version)).not.toMatchObject([{ state: "contradicted" }]);
  await read(12);
  await admin("UPDATE app.connections SET state = 'disconnected' WHERE company_id = $1", [company]);
  expect(await stated(version)).not.toMatchObject([{ state: "contradicted" }]);
});
