import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { suggesterOf } from "#domain/registers/suggest-person.ts";
import { connectOkta } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import { KEPT_FROM, keepOwned } from "./kept-accounts.ts";
import { listAccounts } from "./list-accounts.ts";
import { matchAccounts, readDecisions } from "./match-accounts.ts";
import { isAsked, listedIn, ownerOf, readLists, readPeople } from "./read-accounts.ts";

// What tasks ask of accounts is kept, and is believed only while it follows from what stands there.

const HOUR = 3_600_000;
const json = { "content-type": "application/json" };
let running: RunningApp;
let olga: Person;
let company: string;
let okta: ConnectedOkta;
let clock: Date;

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
const tasks = async (person = olga) => (await person.get(at("/tasks"))).body;
const days = (count: number) => new Date(clock.getTime() + count * 24 * HOUR).toISOString();

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  await begin();
});

async function begin(): Promise<void> {
  company = await olga.found(`Kept ${randomUUID()}`);
  okta = await connectOkta(admin, olga, company);
}

async function pass(hours: number): Promise<void> {
  clock = new Date(clock.getTime() + hours * HOUR);
  running.setNow(clock);
  await running.app.runTasks();
}
const keep = () =>
  asCaller(running.app.services.databases.user, { userId: company, companyId: company }, (tx) =>
    keepOwned(tx, company, clock),
  );
/** The same tasks, with nothing kept. */
async function matchedAnew() {
  const [kept] = await admin("DELETE FROM app.asked_accounts k WHERE k.company_id = $1 RETURNING to_jsonb(k) AS row", [
    company,
  ]);
  const asked = await tasks();
  if (kept)
    await admin("INSERT INTO app.asked_accounts SELECT * FROM jsonb_populate_record(NULL::app.asked_accounts, $1)", [
      kept.row,
    ]);
  return asked;
}

const add = async (fields: Record<string, unknown>) =>
  (await olga.post(at("/registers/people/records"), { fields: { kind: "employee", ...fields } })).body;
async function change(id: string, fields: Record<string, unknown>): Promise<void> {
  const [{ version }] = await admin("SELECT version FROM app.records WHERE id = $1", [id]);
  await olga.send("PATCH", at(`/registers/people/records/${id}`), JSON.stringify({ version, fields }), json);
}
const decide = (id: string, kind: string, personId: string | null = null) =>
  olga.post(at("/accounts/decisions"), { accounts: [{ provider: "okta", scope: "acme", id }], kind, personId });

const users = fc.uniqueArray(
  fc.record({ id: fc.constantFrom("1", "2", "3", "4"), status: fc.constantFrom("ACTIVE", "DEPROVISIONED") }),
  { selector: ({ id }) => id, maxLength: 4 },
);
const who = fc.constantFrom(0, 1, 2);
const step = fc.oneof(
  fc.record({ verb: fc.constant("read" as const), users }),
  fc.record({ verb: fc.constant("keep" as const) }),
  fc.record({ verb: fc.constant("keep" as const) }),
  fc.record({
    verb: fc.constant("change" as const),
    who,
    fields: fc.oneof(
      fc.record({ email: fc.constantFrom("1@acme.test", "2@acme.test", "other@acme.test") }),
      fc.record({ endsAt: fc.constantFrom("2026-01-01", "2036-01-01", null) }),
      fc.record({ jobTitle: fc.constantFrom("Engineer", "Partner") }),
      fc.record({ startsAt: fc.constantFrom("2024-01-01", new Date(Date.now() - 9 * 24 * HOUR).toISOString()) }),
    ),
  }),
  fc.record({ verb: fc.constantFrom("end" as const, "leave" as const, "reopen" as const), who }),
  fc.record({
    verb: fc.constant("decide" as const),
    id: fc.constantFrom("1", "2", "3"),
    kind: fc.constantFrom("person", "program", "none"),
    who,
  }),
  fc.record({ verb: fc.constant("wait" as const), hours: fc.constantFrom(1, 24 * 20, 24 * 366) }),
);

test("with what is kept there are the same tasks as without, and pages list what a look at every account says, after any changes in any order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 14 }), async (steps) => {
      clock = new Date();
      running.setNow(undefined);
      await begin();
      const people: { id: string }[] = [];
      for (const email of ["1@acme.test", "2@acme.test", "3@acme.test"])
        people.push(await add({ name: `Person ${email}`, email, startsAt: "2024-01-01" }));
      for (const each of steps) {
        if (each.verb === "read") {
          await okta.read(
            each.users.map((user) => ({ ...user, login: `${user.id}@acme.test` })),
            clock,
          );
          await pass(0.01);
        } else if (each.verb === "keep") await keep();
        else if (each.verb === "change") await change(people[each.who]!.id, each.fields);
        else if (each.verb === "decide")
          await decide(each.id, each.kind, each.kind === "person" ? people[each.who]!.id : null);
        else if (each.verb === "wait") {
          clock = new Date(clock.getTime() + each.hours * HOUR);
          running.setNow(clock);
        } else {
          const path = at(`/registers/people/records/${people[each.who]!.id}`);
          if (each.verb === "end") await olga.post(`${path}/end`, { reason: "Entered by mistake" });
          else if (each.verb === "leave")
            await olga.post(`${path}/end`, { reason: "Resigned", lastDay: days(-1).slice(0, 10) });
          else await olga.send("DELETE", `${path}/end`);
        }
        expect(await tasks(), JSON.stringify(each)).toEqual(await matchedAnew());
        await asCaller(running.app.services.databases.user, { userId: olga.id, companyId: company }, async (tx) => {
          for (const asked of questions(people[1]!.id))
            expect(await turnedThrough(tx, asked), JSON.stringify([each, asked])).toEqual(
              await listedOneByOne(tx, asked),
            );
        });
      }
    }),
    { numRuns: 2, seed: 42, endOnFailure: true },
  );
});

type Question = Pick<Parameters<typeof listAccounts>[2], "show" | "source" | "personId" | "search">;
const questions = (personId: string): readonly Question[] => [
  { show: "all" },
  { show: "unmatched" },
  { show: "new" },
  { show: "all", search: "@ACME" },
  { show: "all", search: "2@" },
  { show: "all", personId },
  { show: "all", source: "Elsewhere" },
];

test("a page of which it is kept who has its accounts is found by that, and by matching where that is not so", async () => {
  await add({ name: "Dan", email: "1@acme.test", startsAt: "2024-01-01" });
  await add({ name: "Eve Adams", email: "eve@acme.test", startsAt: "2024-01-01" });
  const logins = ["1@acme.test", "eadams@else.test", "bot@else.test"];
  await okta.read(
    logins.map((login, at) => ({ id: `${at}`, login })),
    clock,
  );
  await pass(0.01);
  await keep();
  const page = () => olga.get(at("/accounts?show=all&limit=1&skip=1"));
  const found = (await page()).body;
  expect(found.accounts).toMatchObject([{ label: "eadams@else.test", match: null, suggestion: { name: "Eve Adams" } }]);
  const keptAs = (unowned: unknown) =>
    admin("UPDATE app.asked_accounts SET unowned = jsonb_build_object($2::text, $3::jsonb) WHERE company_id = $1", [
      company,
      okta.id,
      JSON.stringify(unowned),
    ]);
  // By its name it is like Eve's: that nobody is suggested says that it was not looked for.
  await keptAs([
    [2, null, true],
    [3, null, true],
  ]);
  expect((await page()).body.accounts).toMatchObject([{ label: "eadams@else.test", suggestion: null }]);
  await keptAs([[1, null, true]]);
  expect((await page()).body).toEqual(found);
});

test("of more who start and move than a list of tasks asks about, each one's own page tells of their accounts, kept or not", async () => {
  const startsAt = days(-9);
  const put = async (jobTitle: string) => {
    const rows = Array.from({ length: 502 }, (_, at) => `P${at},${at}@acme.test,Employee,${jobTitle},${startsAt}`);
    const csv = ["Name,Work email,Employment,Job title,Starts", ...rows].join("\r\n");
    expect((await olga.post(at("/registers/people/csv"), { csv })).status).toBe(200);
  };
  await put("Engineer");
  await okta.read([{ id: "1", login: "501@acme.test" }], clock);
  await pass(0.01);
  const [{ id }] = await admin("SELECT id FROM app.records WHERE company_id = $1 AND fields ->> 'name' = 'P501'", [
    company,
  ]);
  const told = async () => (await olga.get(at(`/registers/people/records/${id}`))).body.deadlines.clocks;
  const account = { source: "501@acme.test in Okta acme", done: true };
  await keep();
  expect(await told()).toContainEqual(expect.objectContaining(account));
  await put("Partner");
  const look = { label: "Look at what 501@acme.test may do in Okta acme", done: false };
  const both = [expect.objectContaining(account), expect.objectContaining(look)];
  expect(await told()).toEqual(expect.arrayContaining(both));
  await admin("DELETE FROM app.asked_accounts WHERE company_id = $1", [company]);
  expect(await told()).toEqual(expect.arrayContaining(both));
});

/** Every page of the accounts, two at a time. */
async function turnedThrough(tx: Tx, asked: Question) {
  const accounts: unknown[] = [];
  for (let skip = 0; ; skip += 2) {
    const page = await listAccounts(tx, company, { ...asked, skip, limit: 2 }, clock);
    for (const { id, match, by, person, suggestion } of page.accounts)
      accounts.push({ id, match, by, person: person?.id ?? null, suggestion: suggestion?.id ?? null });
    if (skip + 2 >= page.total) return { accounts, total: page.total };
  }
}

/** The same by matching every account of every list. */
async function listedOneByOne(tx: Tx, { show, source, personId, search }: Question) {
  const people = await readPeople(tx, company);
  const addresses = new Set(people.map(({ email }) => email?.toLowerCase()));
  const suggest = suggesterOf(people.filter(({ ended }) => !ended));
  const listed = (await readLists(tx, company)).flatMap(listedIn);
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const fitting = matchAccounts(listed, people, await readDecisions(tx, company), clock)
    .filter(({ account }) => search === undefined || account.label.toLowerCase().includes(search.toLowerCase()))
    .filter(({ account }) => source === undefined || account.source === source)
    .filter(({ match }) => personId === undefined || ownerOf(match) === personId)
    .filter(
      (own) =>
        show === "all" ||
        (show === "unmatched" && isAsked(own)) ||
        (show === "new" &&
          own.match.kind === "unmatched" &&
          own.account.active === true &&
          own.account.class === "human" &&
          own.account.email !== null &&
          !addresses.has(own.account.email)),
    )
    .toSorted(
      (a, b) =>
        Number(isAsked(b)) - Number(isAsked(a)) ||
        order(a.account.source, b.account.source) ||
        order(a.account.label, b.account.label) ||
        order(a.account.id, b.account.id),
    );
  return {
    accounts: fitting.map(({ account: { id, label }, match }) => ({
      id,
      match: match.kind === "unmatched" ? null : match.kind,
      by: match.kind === "person" ? match.by : match.kind === "program" ? "decision" : null,
      person: ownerOf(match) ?? null,
      suggestion: (match.kind === "unmatched" ? suggest(label)?.id : null) ?? null,
    })),
    total: fitting.length,
  };
}

describe("what is kept is believed until", () => {
  const asked = "Say whose 77 accounts are";
  const isBelieved = async () => (await tasks()).some(({ title }: { title: string }) => title === asked);
  let dan: { id: string };
  let twin: { id: string };

  beforeEach(async () => {
    dan = await add({ name: "Dan", email: "1@acme.test", startsAt: "2024-01-01" });
    await add({ name: "Zoe", email: "4@acme.test", startsAt: "2024-01-01" });
    twin = await add({ name: "Zoe", email: "4@acme.test", startsAt: "2024-01-01" });
    await okta.read(
      ["1", "2", "3", "4"].map((id) => ({ id, login: `${id}@acme.test` })),
      clock,
    );
    await pass(0.01);
    await decide("3", "program");
    await keep();
    await admin("UPDATE app.asked_accounts SET unmatched = 77 WHERE company_id = $1", [company]);
    expect(await isBelieved()).toBe(true);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["somebody has another address", () => change(dan.id, { email: "2@acme.test" })],
    [
      "one of two with one address ends",
      () => olga.post(at(`/registers/people/records/${twin.id}/end`), { reason: "Entered by mistake" }),
    ],
    ["somebody is added", () => add({ name: "Eve", email: "2@acme.test", startsAt: "2024-01-01" })],
    ["somebody says whose an account is", () => decide("2", "person", dan.id)],
    ["a list is read again", () => okta.read([{ id: "1", login: "1@acme.test" }], clock).then(() => pass(0.01))],
    [
      "a system is disconnected",
      () => admin("UPDATE app.connections SET state = 'disconnected' WHERE id = $1", [okta.id]),
    ],
    ["an exhibit is withdrawn", withdrawNewest],
    [
      "a list is emptied",
      () => admin("UPDATE app.account_lists SET accounts = '[]' WHERE connection_id = $1", [okta.id]),
    ],
    [
      "a decision about a program ends",
      async () => {
        clock = new Date(clock.getTime() + 367 * 24 * HOUR);
        running.setNow(clock);
      },
    ],
  ])("%s", async (_, happen) => {
    await happen();
    expect(await isBelieved()).toBe(false);
  });

  test("and whoever leaves, moves or gets another name before the next run is asked about with all that is open of them", async () => {
    const added = ["Eve", "Finn"].map((name, at) =>
      add({ name, email: `${at + 5}@acme.test`, startsAt: "2024-01-01" }),
    );
    const [eve, finn] = (await Promise.all(added)) as [{ id: string }, { id: string }];
    await okta.read(
      ["1", "3", "5", "6"].map((id) => ({ id, login: `${id}@acme.test` })),
      clock,
    );
    await pass(0.01);
    await keep();
    await admin("UPDATE app.asked_accounts SET unmatched = 77 WHERE company_id = $1", [company]);
    await change(dan.id, { endsAt: days(-1), name: "Daniel" });
    await olga.post(at(`/registers/people/records/${eve.id}/end`), {
      reason: "Resigned",
      lastDay: days(-1).slice(0, 10),
    });
    expect(await isBelieved()).toBe(true);
    const titles = async () => (await tasks()).map(({ title }: { title: string }) => title);
    expect(await titles()).toEqual(
      expect.arrayContaining(["Close the accounts of Daniel", "Close the accounts of Eve"]),
    );
    const others = (all: readonly { title: string }[]) => all.filter(({ title }) => !title.startsWith("Say whose"));
    expect(others(await tasks())).toEqual(others(await matchedAnew()));
    await change(finn.id, { jobTitle: "Engineer" });
    await change(finn.id, { jobTitle: "Partner" });
    expect(await titles()).toContain("Look at what Finn may do");
  });
});

async function withdrawNewest(): Promise<void> {
  const [{ evidence_id: id }] = await admin("SELECT evidence_id FROM app.account_lists WHERE connection_id = $1", [
    okta.id,
  ]);
  const { status } = await olga.post(at(`/evidence/${id}/withdrawal`), { reason: "Of another company" });
  expect(status).toBe(200);
}

test("a run keeps it where a company has many accounts, and of few it is matched each time", async () => {
  await add({ name: "Dan", email: "1@acme.test", startsAt: "2024-01-01" });
  const kept = () => admin("SELECT unmatched FROM app.asked_accounts WHERE company_id = $1", [company]);
  const read = (count: number) =>
    okta.read(
      Array.from({ length: count }, (_, n) => ({ id: `${n}`, login: `${n}@acme.test` })),
      clock,
    );
  await read(3);
  await pass(0.01);
  expect(await kept()).toEqual([]);
  await read(KEPT_FROM);
  await pass(0.01);
  expect(await kept()).toEqual([{ unmatched: KEPT_FROM - 1 }]);
});
