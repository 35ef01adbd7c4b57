import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemKindKeys } from "#domain/system-kinds.ts";
import { connectOkta } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

// What a policy promises, beside what the newest sealed snapshot shows.

const CHECK = "accounts.leavers-disabled";
const HOUR = 3_600_000;
const PROMISE = "# Leavers\n\n::: statement accounts.leavers-disabled\nAccounts are disabled within 8 hours.\n:::\n";
/** The account is closed, so that nothing contradicts 8 hours; nothing shows that they were kept either. */
const NOT_MEASURED = {
  state: "not measured",
  reason:
    "The check passes, but measures “within 24 hours”. No exhibit contradicts “8 hours”, and none proves it: promise what is measured, or record a test of your own.",
};
let running: RunningApp;
let [olga, adam]: Person[] = [];
let company: string;
let okta: ConnectedOkta;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  [olga, adam] = await Promise.all(["Olga", "Adam"].map((name) => running.person(name)));
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga!.found(`Promises ${randomUUID()}`);
  await addMember(running, company, adam!.id, "admin");
  okta = await connectOkta(admin, olga!, company, "solo");
  for (const kind of systemKindKeys)
    if (kind !== "idp") await post(`/system-kinds/${kind}/none`, { reason: "We have none." });
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
const post = async (path: string, body: unknown, person = olga!) => (await person.post(at(path), body)).body;
const statements = async (version: string) => (await olga!.get(at(`/policy-versions/${version}/statements`))).body;
async function pass(hours = 0.01): Promise<void> {
  clock = new Date(clock.getTime() + hours * HOUR);
  running.setNow(clock);
  await running.app.runTasks();
}
const dan = (status: string) => [{ id: "1", login: "dan@acme.test", createdOn: "2026-01-05", status }];

/** Dan left so many hours ago, and his account is still there. */
async function leave(hours: number) {
  const endsAt = new Date(clock.getTime() - hours * HOUR).toISOString();
  const fields = { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: "2026-01-05", endsAt };
  const person = await post("/registers/people/records", { fields });
  await okta.read(dan("ACTIVE"), clock);
  await pass();
  const accounts = [{ provider: "okta", scope: "solo", id: "1" }];
  await post("/accounts/decisions", { accounts, kind: "person", personId: person.id });
  await post("/registers/people/confirmation", { count: 1 });
  await pass();
  return endsAt;
}

test("a promise of 8 hours is contradicted by a snapshot that shows 61, with its exhibit, until the account is closed", async () => {
  const endsAt = await leave(61);
  const { open } = await post("/policies", { title: "Leavers", text: PROMISE });
  const [found, ...others] = await statements(open.id);
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    check: CHECK,
    state: "contradicted",
    reason: "8 hours promised, 61 hours shown after the last day: dan@acme.test (PER-1).",
    exhibit: expect.stringMatching(/^EX-\d+$/) as string,
  });
  // The exhibit has the open account; the newest sealed snapshot was read with it, and its page of people has the hour.
  const [shown] = await admin(
    `SELECT c.evidence_id, c.observed_at FROM app.collection_runs c JOIN app.evidence e ON e.company_id = c.company_id AND e.id = c.evidence_id
      WHERE e.company_id = $1 AND e.number = $2`,
    [company, Number(found.exhibit.slice(3))],
  );
  expect(shown.observed_at.toISOString()).toBe(found.observedAt);
  const [sealed] = await admin(
    "SELECT pages, taken_at FROM app.register_runs WHERE company_id = $1 ORDER BY ledger_index DESC LIMIT 1",
    [company],
  );
  const pages = await admin("SELECT content FROM app.snapshot_pages WHERE company_id = $1 AND sha256 = ANY ($2)", [
    company,
    sealed.pages,
  ]);
  expect(pages.map(({ content }) => content).join()).toContain(`"endsAt":"${endsAt}"`);
  expect(Math.floor((sealed.taken_at.getTime() - Date.parse(endsAt)) / HOUR)).toBe(61);

  await okta.read(dan("DEPROVISIONED"), clock);
  await pass();
  expect(await statements(open.id)).toMatchObject([{ check: CHECK, ...NOT_MEASURED }]);
  await okta.read(dan("ACTIVE"), clock);
  await pass();
  expect(await statements(open.id)).toMatchObject([{ check: CHECK, state: "contradicted" }]);
});

test("a new version without the promise is contradicted by nothing, and the one in force is until then", async () => {
  await leave(61);
  const { id, open } = await post("/policies", { title: "Leavers", text: PROMISE });
  await post(`/policy-versions/${open.id}/review`, { revision: 1, quorum: 1 });
  expect((await post(`/policy-versions/${open.id}/approvals`, { revision: 1 }, adam)).code).toBe("policy-contradicted");
  const eve = await post("/registers/people/records", {
    fields: { name: "Eve", kind: "employee", startsAt: "2026-01-05" },
  });
  const fields = { title: "Disable accounts sooner", source: "failing-control", controls: ["XC-07"], ownerId: eve.id };
  await post("/registers/actions/records", { fields: { ...fields, dueOn: "2099-01-01" } });
  // Another action of the same control says nothing of it.
  expect((await post(`/policy-versions/${open.id}/approvals`, { revision: 1 }, adam)).code).toBe("policy-contradicted");
  const plan = `Ends what contradicts ${CHECK}`;
  await post("/registers/actions/records", { fields: { ...fields, plan, dueOn: "2099-01-01" } });
  const approved = await post(`/policy-versions/${open.id}/approvals`, { revision: 1 }, adam);
  expect(approved.inForce).toMatchObject({ id: open.id });
  expect(await statements(open.id)).toMatchObject([{ state: "contradicted" }]);
  const { open: next } = await post(`/policies/${id}/versions`, {});
  const body = JSON.stringify({ revision: 1, text: "# Leavers\n\nWe are working on closing accounts sooner.\n" });
  await olga!.send("PATCH", at(`/policy-versions/${next.id}`), body, { "content-type": "application/json" });
  await post(`/policy-versions/${next.id}/review`, { revision: 2, quorum: 1 });
  const { inForce } = await post(`/policy-versions/${next.id}/approvals`, { revision: 2 }, adam);
  expect(inForce).toMatchObject({ id: next.id });
  expect(await statements(inForce.id)).toEqual([]);
});

test("a promise of 8 hours is measured at its own figure: what the check still gives time for contradicts it, and either side clears it", async () => {
  await leave(7);
  const { id, open } = await post("/policies", { title: "Leavers", text: PROMISE });
  expect(await statements(open.id), "7 hours after the last day").toMatchObject([{ check: CHECK, state: "unknown" }]);
  await pass(3);
  await okta.read(dan("ACTIVE"), clock);
  await pass();
  const [found] = await statements(open.id);
  expect(found).toMatchObject({
    state: "contradicted",
    reason: "8 hours promised, 10 hours shown after the last day: dan@acme.test (PER-1).",
  });
  await post(`/policy-versions/${open.id}/review`, { revision: 1, quorum: 1 });
  const refused = await post(`/policy-versions/${open.id}/approvals`, { revision: 1 }, adam);
  expect(refused).toMatchObject({
    code: "policy-contradicted",
    message: expect.stringContaining("8 hours promised, 10 hours shown") as string,
  });

  // The policy's side: what the check gives is promised.
  const longer = await post("/policies", { title: "Leavers again", text: PROMISE.replace("8 hours", "24 hours") });
  expect(await statements(longer.open.id)).toMatchObject([{ check: CHECK, state: "unknown" }]);
  // The other side: the account is closed, and a later snapshot shows it.
  await okta.read(dan("DEPROVISIONED"), clock);
  await pass();
  expect(await statements(open.id)).toMatchObject([{ check: CHECK, ...NOT_MEASURED }]);
  expect(await statements(longer.open.id), "what the check measures is kept").toMatchObject([{ state: "kept" }]);
  const approved = await post(`/policy-versions/${open.id}/approvals`, { revision: 1 }, adam);
  expect(approved.inForce).toMatchObject({ id: open.id });
  expect(approved.id).toBe(id);
});
