import { randomUUID } from "node:crypto";
import { zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { allAcknowledged } from "#judge/registers/acknowledged.ts";
import { judgeSnapshot } from "#judge/registers/index.ts";
import type { Person } from "#tests/support/person.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { asCaller } from "../db/as-caller.ts";
import { findMade, printOf } from "./made-pages.ts";
import { readRegisters } from "./read-registers.ts";
import { takeSnapshot } from "./take-snapshot.ts";

// Pages that are not made anew are those that would be made: over random edits of all that a page is made from.

let running: RunningApp;
let olga: Person;
let adam: Person;
let company: string;
let exhibits: { id: string; exhibit: string }[];

beforeAll(async () => {
  running = await runApp();
  adam = await running.person("Adam");
});
afterAll(() => running.close());
beforeEach(() => running.forgetTries());

const at = (key: string, more = "") => `/companies/${company}/registers/${key}${more}`;
const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;

async function add(key: string, fields: object): Promise<void> {
  const { status, body } = await olga.post(at(key, "/records"), { fields });
  if (status >= 300) throw new Error(`${key}: ${status} ${JSON.stringify(body)}`);
}

/** A company with records of four registers, where each of two people may approve what the other wrote. */
async function found(): Promise<void> {
  // A new person each time: how many companies one may found is limited.
  olga = await running.person("Olga");
  company = await olga.found(`Made ${randomUUID()}`);
  await addMember(running, company, adam.id, "admin");
  const query = new URLSearchParams({ name: "Report", fileName: "report.txt", type: "Report", controls: "XC-01" });
  exhibits = [];
  for (const text of ["a", "b"])
    exhibits.push((await olga.upload(`/companies/${company}/evidence?${query}`, `report ${text} ${company}`)).body);
  const emails = { Olga: olga.email, Adam: adam.email, Ben: `ben-${company}@made.test` };
  for (const [name, email] of Object.entries(emails))
    await add("people", { name, email, kind: "employee", startsAt: "2020-01-02T00:00:00.000Z" });
  const people = (await idsOf("people")).map(({ id }) => id);
  for (const name of ["Main", "Annex"]) await add("sites", { name, address: "Main St 1", holds: "none" });
  for (const title of ["Mend it", "Look again"])
    await add("actions", { title, source: "other", ownerId: people[1], dueOn: "2027-05-01" });
  for (const title of ["May", "June"])
    await add("meetings", { title, kind: "other", heldOn: "2026-05-04", attendeeIds: people.slice(0, 2) });
}

interface Listed {
  readonly id: string;
  readonly version: number;
}
async function idsOf(key: string): Promise<readonly Listed[]> {
  return await admin("SELECT id, version FROM app.records WHERE company_id = $1 AND register = $2 ORDER BY number", [
    company,
    key,
  ]);
}

/** What the registers say now: by what was made before where a judge is named, and of all of them anew where none is. */
async function said(judge: string | undefined, now: Date) {
  const { snapshot } = await asCaller(running.database.databases.user, { userId: company, companyId: company }, (tx) =>
    takeSnapshot(tx, company, { now, read: [], judge, madeFrom: 0 }),
  );
  const pages = snapshot.pages.map(({ page }) => page);
  const { manifest, confirmed, acknowledged } = snapshot;
  const { parts } = judgeSnapshot({
    instant: now.toISOString(),
    snapshot: manifest,
    pages,
    acknowledged: acknowledged ?? allAcknowledged([]),
    confirmed,
    exhibit: () => undefined,
  });
  return {
    manifest,
    hashes: snapshot.hashes,
    digest: snapshot.digest.toString("hex"),
    confirmed: [...confirmed]
      .filter(([key]) => manifest.registers.some((own) => own.key === key && own.confirmation))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    pages: pages.map(({ register, rows, told }) => ({ register, rows, told })),
    parts,
  };
}

type Edit = (pick: number) => Promise<void>;
const record = async (key: string, pick: number) => {
  const all = await idsOf(key);
  return all[pick % all.length]!;
};
const patch = async (by: Person, key: string, pick: number, fields: object) => {
  const { id, version } = await record(key, pick);
  const body = JSON.stringify({ version, fields });
  await by.send("PATCH", at(key, `/records/${id}`), body, { "content-type": "application/json" });
};
/** An edit that is refused, as one of a record that has ended is, changes nothing. */
const edits: Readonly<Record<string, Edit>> = {
  "a site is renamed": (pick) => patch(olga, "sites", pick, { name: `Site ${pick}` }),
  "a site is added": async (pick) => {
    await olga.post(at("sites", "/records"), { fields: { name: `New ${pick}`, address: "Main St 2", holds: "none" } });
  },
  "a day is moved": (pick) =>
    patch(pick % 2 === 0 ? olga : adam, "actions", pick, { dueOn: `2027-06-${10 + (pick % 9)}` }),
  "an exhibit is cited": (pick) => patch(olga, "actions", pick, { proof: exhibits[pick % exhibits.length]!.exhibit }),
  "an exhibit is withdrawn": async (pick) => {
    await olga.post(`/companies/${company}/evidence/${exhibits[pick % exhibits.length]!.id}/withdrawal`, {
      reason: "Wrong",
    });
  },
  "an exhibit is restored": async (pick) => {
    await olga.send("DELETE", `/companies/${company}/evidence/${exhibits[pick % exhibits.length]!.id}/withdrawal`);
  },
  "a record is approved": async (pick) => {
    const key = ["sites", "meetings"][pick % 2]!;
    const { id, version } = await record(key, pick);
    await adam.post(at(key, `/records/${id}/approval`), { version });
  },
  "a record is ended": async (pick) => {
    const key = ["sites", "meetings", "actions"][pick % 3]!;
    const { id } = await record(key, pick);
    await olga.post(at(key, `/records/${id}/end`), { reason: "Gone" });
  },
  "a register is confirmed": async (pick) => {
    const key = ["sites", "meetings", "actions", "people"][pick % 4]!;
    const { counts } = (await olga.get(`/companies/${company}/registers`)).body.find(
      (own: { key: string }) => own.key === key,
    );
    await olga.post(at(key, "/confirmation"), { count: counts.open + counts.waiting });
  },
  "somebody is given another's employee id": (pick) => patch(olga, "people", pick, { employeeId: "E-1" }),
};

/** Each of them after what it changes was made, and again after what it changes together with. */
const each: [string, number][] = [
  ["a register is confirmed", 0],
  ["a site is renamed", 0],
  ["an exhibit is cited", 0],
  ["an exhibit is cited", 1],
  ["an exhibit is withdrawn", 0],
  ["a day is moved", 1],
  ["a record is approved", 1],
  ["somebody is given another's employee id", 0],
  ["somebody is given another's employee id", 1],
  ["an exhibit is restored", 0],
  ["a record is ended", 1],
  ["a site is added", 0],
];

/** Two registers confirmed, and neither anew before the other was. */
const twice: [string, number][] = [
  ["a register is confirmed", 5],
  ["a register is confirmed", 3],
  ["a day is moved", 6],
];

const made = async (): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await admin(
        "SELECT register || ' ' || page AS name, encode(source, 'hex') AS source FROM app.made_pages WHERE company_id = $1",
        [company],
      )
    ).map(({ name, source }) => [name, source]),
  );

test("a run that makes again only what changed says what one does that makes all of it, whatever was edited between", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(edits)), fc.nat(11)), { minLength: 4, maxLength: 7 }),
      async (some) => {
        await running.forgetTries();
        await found();
        const now = new Date(Date.now() + 60_000);
        await said("judge", now);
        for (const [name, pick] of some) {
          await edits[name]!(pick);
          expect(await said("judge", now), name).toEqual(await said(undefined, now));
        }
      },
    ),
    { numRuns: 3, examples: [[each], [twice]] },
  );
});

test("one changed record has its own page made again, and another judge has all of them", async () => {
  await found();
  const now = new Date(Date.now() + 60_000);
  await said("judge", now);
  const before = await made();
  expect([...before.keys()].toSorted()).toEqual(["actions 0", "meetings 0", "sites 0"]);
  await patch(olga, "sites", 0, { name: "Elsewhere" });
  await said("judge", now);
  const changed = [...(await made())].flatMap(([name, source]) => (before.get(name) === source ? [] : name));
  expect(changed).toEqual(["sites 0"]);
  await said("another judge", now);
  expect([...(await made())].filter(([name, source]) => before.get(name) === source)).toEqual([]);
});

test("a page of which another text is kept than its hash names is made anew", async () => {
  await found();
  const now = new Date(Date.now() + 60_000);
  await said("judge", now);
  await admin(
    `UPDATE app.made_pages p SET packed = o.packed, told = o.told FROM app.made_pages o
      WHERE p.company_id = $1 AND p.register = 'sites' AND o.company_id = $1 AND o.register = 'meetings'`,
    [company],
  );
  expect(await said("judge", now)).toEqual(await said(undefined, now));
});

test.each([
  ["the first ones", false],
  ["later ones", true],
])(
  "two runs, %s, that keep pages at the same time wait for each other, and neither begins again",
  async (_, isLater) => {
    await found();
    if (isLater) await said("judge", new Date(Date.now() + 60_000));
    let begun = 0;
    const { promise: both, resolve } = Promise.withResolvers<void>();
    const told = { digest: "", isOdd: false, changed: 0, ended: 0 };
    const run = (first: string, second: string) =>
      // Each beside the turns of its company, as another process is.
      running.database.databases.user.transaction().execute(async (tx) => {
        await sql`SELECT set_config('app.user_id', ${company}, true), set_config('app.company_id', ${company}, true)`.execute(
          tx,
        );
        const pages = await findMade(tx, company, ["meetings", "sites"], () => `a run from ${first} on`);
        if (!isLater) for (const register of ["meetings", "sites"]) pages.read({ register, page: 0 }, "its rows");
        pages.keepConfirmed(first, told);
        begun += 1;
        if (begun === 2) resolve();
        await both;
        pages.keepConfirmed(second, told);
        await pages.done();
      });
    const client = await running.database.admin.connect();
    // Both come to this one while somebody else has it: whoever has another by then keeps the first one waiting for good.
    const other = "INSERT INTO app.made_pages VALUES ($1, 'meetings', -1, '', '', '', '{}')";
    await client.query("BEGIN");
    await client.query(other, [company]);
    const runs = Promise.all([run("meetings", "sites"), run("sites", "meetings")]);
    const waiting = async () =>
      (await admin("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"))
        .length;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
    await client.query("ROLLBACK");
    client.release();
    await runs;
    expect(begun).toBe(2);
    const whole = [...(await made()).keys()].filter((name) => name.endsWith(" -1"));
    expect(whole.toSorted()).toEqual(["meetings -1", "sites -1"]);
  },
);

test("rows of a page that was kept are believed by its hash alone: where they are others the run makes all pages anew", async () => {
  await found();
  await olga.post(at("sites", "/confirmation"), { count: 2 });
  const asked = { companyId: company, at: new Date(Date.now() + 60_000), judge: "a".repeat(64), madeFrom: 0 };
  const caller = { userId: company, companyId: company };
  const run = () =>
    readRegisters(
      () => Promise.reject(new Error("There is no exhibit.")),
      (work) => asCaller(running.database.databases.user, caller, work),
      asked,
    );
  const before = await run();
  expect(before?.parts.find(({ check }) => check === "physical.offices-declared")?.outcome).toBe("pass");
  const [kept] = await admin(
    "SELECT encode(source, 'hex') AS source, sha256, told FROM app.made_pages WHERE company_id = $1 AND register = 'sites' AND page = 0",
    [company],
  );
  const text = JSON.stringify({ register: "sites", rows: [] });
  const { print: _, ...told } = { ...kept.told, length: text.length };
  const packed = zstdCompressSync(Buffer.from(text));
  const print = printOf(kept.source, { sha256: kept.sha256, packed, told });
  await admin(
    "UPDATE app.made_pages SET packed = $2, told = $3 WHERE company_id = $1 AND register = 'sites' AND page = 0",
    [company, packed, JSON.stringify({ ...told, print })],
  );
  expect(await run()).toEqual(before);
  // It is made from nothing, so that the next run does not meet it again.
  const left = await admin(
    "SELECT count(*)::integer AS rows FROM app.made_pages WHERE company_id = $1 AND source <> ''",
    [company],
  );
  expect(left).toEqual([{ rows: 0 }]);
});
