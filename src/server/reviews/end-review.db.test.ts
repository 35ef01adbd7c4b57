import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectOkta, sayOwner } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let mia: Person;
let company: string;
let clock: Date;
let okta: ConnectedOkta;
let other: ConnectedOkta;

beforeAll(async () => {
  running = await runApp();
  [olga, mia] = (await Promise.all(["Olga", "Mia"].map((name) => running.person(name)))) as [Person, Person];
});
afterAll(() => running.close());
beforeEach(async () => {
  running.setNow(undefined);
  clock = new Date();
  company = await olga.found(`Ends ${randomUUID()}`);
  await addMember(running, company, mia.id, "member");
  okta = await connectOkta(admin, olga, company);
  other = await connectOkta(admin, olga, company, "beta");
  await okta.read([{ id: "1", login: "ann@acme.test" }], new Date());
  await sayOwner(admin, olga, company, [{ id: "1" }]);
  await pass();
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
/** A minute, and whatever is due by then. */
async function pass(): Promise<void> {
  clock = new Date(clock.getTime() + 60_000);
  running.setNow(clock);
  await running.app.runTasks();
}
const person = async (email: string) =>
  (
    await olga.post(at("/registers/people/records"), {
      fields: { name: email, email, kind: "employee", startsAt: "2026-01-01" },
    })
  ).body.id as string;
const systemOf = ({ systemId }: ConnectedOkta, reviewerId: string | null = olga.id) => ({ systemId, reviewerId });
const open = async (systems: readonly object[]) =>
  (await olga.post(at("/reviews"), { name: "Quarter", dueOn: "2026-12-31", systems })).body;
const close = (review: any, body: object = {}) => olga.post(at(`/reviews/${review.id}/closing`), body);
const cancel = (review: any, body: object = {}, by = olga) => by.post(at(`/reviews/${review.id}/cancellation`), body);
const disconnect = async ({ id }: ConnectedOkta) =>
  expect((await olga.post(at(`/connections/${id}/disconnect`), {})).status).toBe(200);
async function keepAll(review: any) {
  const read = review.populations.find(({ frozenAt }: any) => frozenAt !== null);
  const { accounts } = (await olga.get(at(`/reviews/${review.id}/populations/${read.id}/accounts`))).body;
  const decisions = accounts.map(({ id }: any) => ({ rowId: id, decision: "keep" }));
  expect((await olga.post(at(`/reviews/${review.id}/decisions`), { decisions })).status).toBe(200);
}
const newest = async (event: string) =>
  (
    await admin("SELECT details FROM app.ledger_acts WHERE company_id = $1 AND event = $2 ORDER BY seq DESC LIMIT 1", [
      company,
      event,
    ])
  ).map(({ details }) => JSON.parse(details))[0];
const verdict = async (source: string) =>
  (
    await admin(
      `SELECT outcome, reason FROM app.check_results WHERE company_id = $1 AND check_id = 'review.done-this-quarter'
        AND source = $2 ORDER BY observed_at DESC LIMIT 1`,
      [company, source],
    )
  )[0];

test("a review that a disconnection stopped is closed with what was read, with a reason that its verdict and ledger keep", async () => {
  await person(olga.email);
  const review = await open([systemOf(okta), systemOf(other)]);
  expect(review.notRead).toBe(1);
  await keepAll(review);
  // Somebody can still have it read: it keeps the review open, whatever they say.
  const waits = await close(review, { leaveOut: "We do not want to wait" });
  expect([waits.status, waits.body.code]).toEqual([409, "review-not-read"]);
  await disconnect(other);
  expect((await close(review)).body.code).toBe("review-not-read");
  const { body } = await olga.get(at(`/reviews/${review.id}`));
  expect(body.populations.map(({ outOfReach }: any) => outOfReach)).toEqual(
    body.populations.map(({ frozenAt }: any) => frozenAt === null),
  );
  const closed = await close(review, { leaveOut: "We cancelled that Okta" });
  expect([closed.status, closed.body.leftOut, closed.body.notRead]).toEqual([200, "We cancelled that Okta", 1]);
  const { system } = closed.body.populations.find(({ frozenAt }: any) => frozenAt === null);
  expect(await newest("review.closed")).toMatchObject({ leftOut: [system], reason: "We cancelled that Okta" });
  await pass();
  expect(await verdict("Exhibit registers (Okta acme)")).toMatchObject({
    outcome: "pass",
    reason: expect.stringContaining(`The same review left out, because nothing could read it: ${system}.`),
  });
});

test("a review of nothing that was read is not closed by leaving all out, and is cancelled with a reason, once", async () => {
  const review = await open([systemOf(other)]);
  await disconnect(other);
  expect((await close(review, { leaveOut: "It is gone" })).body.code).toBe("review-not-read");
  expect((await cancel(review)).body.code).toBe("review-cancel-reason");
  expect((await cancel(review, { reason: "It is gone" }, mia)).status).toBe(403);
  const cancelled = await cancel(review, { reason: "It is gone" });
  expect([cancelled.status, cancelled.body.cancelled]).toEqual([200, "It is gone"]);
  expect((await cancel(review, { reason: "Again" })).body.code).toBe("review-closed");
  expect(await newest("review.cancelled")).toMatchObject({ name: "Quarter", reason: "It is gone" });
});

test("a cancelled review decides nothing: no verdict, no task of its own and none that is due a quarter later", async () => {
  await person(olga.email);
  const review = await open([systemOf(okta)]);
  await keepAll(review);
  await cancel(review, { reason: "Started by mistake" });
  await pass();
  expect((await verdict("Exhibit registers (Okta acme)"))?.outcome).not.toBe("pass");
  const tasks = (await olga.get(at("/tasks"))).body;
  expect(JSON.stringify(tasks)).not.toContain("Finish Quarter");
  running.setNow(new Date(clock.getTime() + 85 * 86_400_000));
  expect(JSON.stringify((await olga.get(at("/tasks"))).body)).not.toContain("Start an access review");
});

test("what was disconnected may be read again by another connection of the system", async () => {
  await person(olga.email);
  const review = await open([systemOf(other)]);
  await disconnect(other);
  const again = await connectOkta(admin, olga, company, "gamma");
  await admin("UPDATE app.connections SET system_id = $3 WHERE company_id = $1 AND id = $2", [
    company,
    again.id,
    other.systemId,
  ]);
  await again.read([{ id: "7", login: "gil@acme.test" }], new Date());
  await pass();
  const [{ id }] = review.populations;
  // It is within reach again, so it is not left out.
  expect((await olga.get(at(`/reviews/${review.id}`))).body.populations[0].outOfReach).toBe(false);
  const frozen = await olga.post(at(`/reviews/${review.id}/populations/${id}/reading`), {});
  expect([frozen.status, frozen.body.notRead, frozen.body.decided?.accounts]).toEqual([200, 0, 1]);
});

test("the owner of a system is proposed as its reviewer, and decides where the request names nobody", async () => {
  await person(olga.email);
  const ownerId = await person(mia.email);
  const fields = { systemId: okta.systemId, ownerId, criticality: "minor" };
  expect((await olga.post(at("/registers/systems/records"), { fields })).status).toBe(200);
  const { systems } = (await olga.get(at("/review-systems"))).body;
  expect(systems.find(({ systemId }: any) => systemId === okta.systemId).reviewerId).toBe(mia.id);
  const review = await open([{ systemId: okta.systemId }, { systemId: other.systemId }]);
  const reviewers = new Map(review.populations.map((own: any) => [own.systemId, own.reviewer.userId]));
  expect([reviewers.get(okta.systemId), reviewers.get(other.systemId)]).toEqual([mia.id, olga.id]);
  // Who may not decide is not proposed.
  await admin("UPDATE app.company_members SET role = 'viewer' WHERE company_id = $1 AND user_id = $2", [
    company,
    mia.id,
  ]);
  const after = (await olga.get(at("/review-systems"))).body.systems;
  expect(after.find(({ systemId }: any) => systemId === okta.systemId).reviewerId).toBe(null);
});
