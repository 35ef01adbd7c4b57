import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectOkta, sayOwner } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import type { OktaUser } from "#tests/support/read-system.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let mia: Person;
let vera: Person;
let company: string;
let okta: ConnectedOkta;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  [olga, mia, vera] = (await Promise.all(["Olga", "Mia", "Vera"].map((name) => running.person(name)))) as [
    Person,
    Person,
    Person,
  ];
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga.found(`Lists ${randomUUID()}`);
  for (const [person, role] of [
    [mia, "member"],
    [vera, "viewer"],
  ] as const)
    await addMember(running, company, person.id, role);
  await addPerson(mia.email);
  okta = await connectOkta(admin, olga, company);
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
const addPerson = async (email: string, more: object = {}) =>
  (
    await olga.post(at("/registers/people/records"), {
      fields: { name: email, email, kind: "employee", startsAt: "2026-01-01", ...more },
    })
  ).body;
async function read(users: readonly OktaUser[], steps?: readonly string[]): Promise<void> {
  await okta.read(users, clock, steps);
  clock = new Date(clock.getTime() + 30_000);
  running.setNow(clock);
  await running.app.runTasks();
}
const user = (id: string, more: Partial<OktaUser> = {}): OktaUser => ({ id, login: `${id}@acme.test`, ...more });
const open = async () =>
  (
    await olga.post(at("/reviews"), {
      name: "Fourth quarter",
      dueOn: "2026-12-31",
      systems: [{ systemId: okta.systemId, reviewerId: mia.id }],
    })
  ).body;
const ofPopulation = (review: any, more: string) =>
  at(`/reviews/${review.id}/populations/${review.populations[0].id}/${more}`);
const list = async (review: any, search = "", person = mia) =>
  (await person.get(ofPopulation(review, `accounts?${search}`))).body;
const find = async (review: any, search: string, person = mia) => {
  const { numbers } = (await person.get(ofPopulation(review, `numbers?${search}`))).body;
  return numbers.length === 0 ? [] : labels(await list(review, `only=${numbers.join(",")}`));
};
const labels = ({ accounts }: any) => accounts.map(({ label }: any) => label.split("@")[0]);
const candidate = async () => {
  const { body } = await olga.get(at("/review-systems"));
  return { ...body, okta: body.systems.find(({ systemId }: any) => systemId === okta.systemId) };
};

test("accounts are found by filter and search and read by page or number, in their order", async () => {
  await addPerson("gone@acme.test", { endsAt: "2026-02-01" });
  await addPerson("b@acme.test");
  await read([user("root", { roles: ["SUPER_ADMIN"] }), user("b"), user("c_1"), user("cx1"), user("gone")]);
  const review = await open();
  expect(await find(review, "show=administrators")).toEqual(["root"]);
  expect(await find(review, "show=left")).toEqual(["gone"]);
  expect(await find(review, "show=unmatched")).toEqual(["root", "c_1", "cx1"]);
  expect(await find(review, "search=C_1")).toEqual(["c_1"]);
  expect(await find(review, "search=%25")).toEqual([]);
  const all = labels(await list(review));
  expect(labels(await list(review, "after=2&limit=2"))).toEqual(all.slice(2, 4));
  expect((await list(review, "after=2&limit=2")).next).toBe(4);
  expect((await mia.get(ofPopulation(review, "accounts?only=1;2"))).status).toBe(400);
  const [first] = (await list(review)).accounts;
  await sayOwner(admin, olga, company, [{ id: first.accountId }]);
  const decide = (decision: string) =>
    mia.post(at(`/reviews/${review.id}/decisions`), { decisions: [{ rowId: first.id, decision }] });
  await decide("keep");
  expect(await find(review, "show=undecided")).toHaveLength(4);
  expect(await find(review, "show=keep")).toEqual([all[0]]);
  await decide("none");
  expect(await find(review, "show=undecided")).toHaveLength(5);
  expect(await find(review, "show=mine")).toHaveLength(5);
  expect(await find(review, "show=mine", olga)).toHaveLength(0);
});

test("who may start a review is told which systems were read, and who of the members can decide", async () => {
  const before = await candidate();
  expect(before.okta).toMatchObject({ readiness: "not read", accounts: null, reviewerId: null });
  expect(before.reviewers.map(({ userId, known }: any) => [userId, known])).toEqual([
    [olga.id, false],
    [mia.id, true],
  ]);
  await read([user("a")], []);
  expect((await candidate()).okta.readiness).toBe("incomplete");
  await read([user("a"), user("off", { status: "SUSPENDED" })]);
  expect((await candidate()).okta).toMatchObject({ readiness: "ready", accounts: 1 });
  // As freezing it would find.
  expect((await open()).notRead).toBe(0);
  expect((await candidate()).okta.reviewerId).toBe(mia.id);
  clock = new Date(clock.getTime() + 8 * 86_400_000);
  running.setNow(clock);
  expect((await candidate()).okta.readiness).toBe("too old");
  expect((await mia.get(at("/review-systems"))).status).toBe(403);
});

test("accounts that came after a review read its system are named, and are in no decision of it", async () => {
  await read([user("a")]);
  const review = await open();
  const added = async (person = vera) => (await person.get(ofPopulation(review, "added"))).body;
  expect(await added()).toEqual({ total: 0, labels: [] });
  await read([user("late"), user("a"), user("off", { status: "SUSPENDED" })]);
  expect(await added()).toEqual({ total: 1, labels: ["late@acme.test"] });
  expect(labels(await list(review))).toEqual(["a"]);
});

test("a review's file has each account once, with its decision, and runs nothing in a spreadsheet", async () => {
  await read([user("b"), { id: "x", login: "=cmd()" }]);
  const review = await open();
  const all = (await list(review)).accounts;
  const formula = all.find(({ accountId }: any) => accountId === "x");
  await mia.post(at(`/reviews/${review.id}/decisions`), {
    decisions: [{ rowId: formula.id, decision: "remove", reason: "Not, ours" }],
  });
  const answer = await vera.get(at(`/reviews/${review.id}/csv`));
  expect(answer.status).toBe(200);
  const lines = (await answer.response.text()).split("\r\n");
  expect(lines[0]).toContain("System,Account,Account ID");
  expect(lines).toHaveLength(4);
  expect(lines.find((line) => line.includes("'=cmd()"))).toMatch(/,remove,"Not, ours",.*,no$/);
  expect((await vera.get(at(`/reviews/${randomUUID()}/csv`))).status).toBe(404);
});
