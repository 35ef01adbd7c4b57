import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asCaller } from "#server/db/as-caller.ts";
import { foundRecordFirm, outside, SECRET, walledRegisters } from "./privilege/record-firm.ts";
import type { Outside, RecordFirm } from "./privilege/record-firm.ts";
import { outputsOf } from "./privilege/record-outputs.ts";
import type { Outputs } from "./privilege/record-outputs.ts";

// A record of a matter is there for its access list alone: counsel's second record of an incident, a hold that nobody else knows of. Each
// output is read by eight who are outside, before there is any such record and after.
let firm: RecordFirm;
let hidden: Awaited<ReturnType<RecordFirm["conceal"]>>;
const before = new Map<Outside, Outputs>();
const after = new Map<Outside, Outputs>();
const DAY_MS = 86_400_000;

beforeAll(async () => {
  firm = await foundRecordFirm();
  const now = new Date(Date.now() + 20_000);
  firm.running.setNow(now);
  for (const name of outside) before.set(name, await outputsOf(firm, name, []));
  await firm.running.forgetTries();
  hidden = await firm.conceal();
  const ids = hidden.map(({ id }) => id);
  for (const name of outside) {
    after.set(name, await outputsOf(firm, name, ids));
    await firm.running.forgetTries();
  }
}, 300_000);
afterAll(() => firm.close());

const at = (more: string) => `/companies/${firm.company}${more}`;
const admin = async (text: string, values: unknown[] = []) =>
  (await firm.running.database.admin.query(text, values)).rows;
/** What must not be found: titles, texts, ids and numbers of the records, and their matter's id in what is not its own answer. */
const secrets = () => [SECRET, ...hidden.flatMap(({ id, number }) => [id, number])];
const leaksIn = (outputs: Outputs) =>
  [...outputs].flatMap(([name, text]) =>
    // The address that was asked for is no answer.
    secrets().flatMap((secret) => (text.includes(secret) ? [`${name}: ${secret}`] : [])),
  );
/**
 * An answer without what is counted of everybody's acts: exports, looks of auditors, and changes on the record, which grow with the ledger.
 * As every other act, one in a matter has its place there.
 */
const unchanged = (text: string) =>
  text.replaceAll(/"requestId":"[^"]*"/g, "").replaceAll(/("key":"(?:entries|looks|exports)"[^}]*"used":)\d+/g, "$1");

describe.each(outside)("%s", (name) => {
  test("finds no trace of a record of a matter in any output", () => {
    expect(leaksIn(after.get(name)!)).toEqual([]);
  });

  test("finds no figure, number or order that differs because of it", () => {
    const grows = /^(\/activity|\/records$)/;
    const compared = [...before.get(name)!].filter(([output]) => !grows.test(output));
    expect(compared.length).toBeGreaterThan(0);
    for (const [output, text] of compared)
      expect(unchanged(after.get(name)!.get(output) ?? ""), output).toBe(unchanged(text));
  });
});

test("whoever is on the access list finds all of it in the matter, and nothing of it anywhere else", async () => {
  const ids = hidden.map(({ id }) => id);
  const outputs = await outputsOf(firm, "inside", ids);
  const own = leaksIn(outputs).map((leak) => leak.split(":", 1)[0]!);
  // What happened within a matter stands in the activity of its access list, and in no file of it.
  const isOfMatter = (output: string) => output.includes(firm.matter) || output.startsWith("/activity");
  expect(own.filter((output) => !isOfMatter(output))).toEqual([]);
  expect(outputs.get(`/matters/${firm.matter}/records`)).toContain(SECRET);
  for (const { id, register } of hidden)
    expect(outputs.get(`/registers/${register}/records/${id}?matterId=${firm.matter}`)).toContain(`"id":"${id}"`);
});

test("no mail, webhook, sealed page or judged result tells of it, and nothing is sealed because of it", async () => {
  const runs = async () => Number((await admin("SELECT count(*) AS n FROM app.register_runs"))[0].n);
  const had = await runs();
  const again = hidden.map(({ id, register }) =>
    firm.people.inside.send(
      "PATCH",
      at(`/registers/${register}/records/${id}`),
      JSON.stringify({ version: 1, matterId: firm.matter, fields: changeOf(register) }),
      { "content-type": "application/json" },
    ),
  );
  expect((await Promise.all(again)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  firm.running.setNow(new Date(Date.now() + 120_000));
  await firm.running.app.runTasks();
  expect(await runs()).toBe(had);
  // A Monday: tasks are mailed, staff are reminded.
  await admin("UPDATE app.task_digests SET due_at = now() - interval '1 hour'");
  for (const days of [1, 8]) {
    firm.running.setNow(new Date(Date.now() + days * DAY_MS));
    await firm.running.app.runTasks();
  }
  firm.running.setNow(undefined);
  const sealed = await admin("SELECT content FROM app.snapshot_pages");
  const results = await admin("SELECT reason FROM app.check_results");
  const told = [
    ...firm.hooked,
    ...firm.running.mails.map(({ subject, text, html }) => `${subject} ${text} ${html}`),
    ...[...sealed, ...results].map((row) => JSON.stringify(row)),
  ];
  expect([firm.hooked.length > 0, sealed.length > 0, firm.running.mails.length > 0]).toEqual([true, true, true]);
  expect(leaksIn(new Map(told.map((text, index) => [`output ${index}`, text])))).toEqual([]);
});

const changeOf = (register: string) =>
  register === "incidents"
    ? { cause: `${SECRET} cause` }
    : register === "client-matters"
      ? { client: `${SECRET} other` }
      : register === "legal-holds"
        ? { about: `${SECRET} other` }
        : { subject: `${SECRET} other` };

test("the next ordinary record has the next number, and those of a matter are counted there", async () => {
  const [incident] = hidden;
  expect(hidden.map(({ number }) => number)).toEqual(["INC-P1", "HLD-P1", "MAT-P1", "DIS-P1"]);
  const fields = { title: "Another", kind: "exercise", discoveredAt: "2026-02-02T10:00:00.000Z" };
  const lead = (await firm.people.owner.get(at("/registers/people/records"))).body.records[0].id;
  const next = await firm.people.owner.post(at("/registers/incidents/records"), {
    fields: { ...fields, leadId: lead },
  });
  expect([firm.ordinary["incidents"]!.number, next.body.number]).toEqual(["INC-1", "INC-2"]);
  const count = { count: 2 };
  expect((await firm.people.inside.post(at("/registers/incidents/confirmation"), count)).status).toBe(200);
  expect(incident!.number).toBe("INC-P1");
});

test("it links one way: to the business record, never back, and nothing ordinary links to it", async () => {
  const { inside } = firm.people;
  const { id } = hidden[0]!;
  const opened = await inside.get(at(`/registers/incidents/records/${id}?matterId=${firm.matter}`));
  expect(opened.body).toMatchObject({
    about: { id: firm.ordinary["incidents"]!.id, number: "INC-1", title: "ordinary laptop" },
    matter: { id: firm.matter, name: "Vermilion v. Cerulean" },
    state: "open",
    mayApprove: false,
  });
  const business = (await inside.get(at(`/registers/incidents/records/${firm.ordinary["incidents"]!.id}`))).body;
  expect([business.about, business.matter]).toEqual([null, null]);
  const walled = hidden.find(({ register }) => register === "client-matters")!.id;
  const fields = { title: "Linked", startsOn: "2026-02-03", matterIds: [walled] };
  const linked = await inside.post(at("/registers/legal-holds/records"), { fields });
  expect([linked.status, linked.body.code]).toEqual([422, "record-link"]);
  const within = await inside.post(at("/registers/legal-holds/records"), { fields, matterId: firm.matter });
  expect([within.status, within.body.number]).toEqual([200, "HLD-P2"]);
  const about = await inside.post(at("/registers/legal-holds/records"), {
    fields: { title: "About", startsOn: "2026-02-03" },
    aboutId: firm.ordinary["legal-holds"]!.id,
  });
  expect(about.body.code).toBe("record-link");
});

test("opening it is written in the matter's record first, and what is not of the register, the matter or the list is not found", async () => {
  const { inside, owner } = firm.people;
  const { id } = hidden[0]!;
  const views = async () =>
    (await inside.get(at(`/matters/${firm.matter}/log`))).body.entries.filter(
      ({ event }: { event: string }) => event === "record.viewed",
    );
  const had = (await views()).length;
  await inside.get(at(`/registers/incidents/records/${id}?matterId=${firm.matter}`));
  const log = await views();
  expect([log.length, log[0].sentence]).toEqual([had + 1, "opened INC-P1 of Incidents and exercises"]);
  const elsewhere = [
    await inside.get(at(`/registers/incidents/records/${firm.ordinary["incidents"]!.id}?matterId=${firm.matter}`)),
    await inside.get(at(`/registers/people/records/${id}?matterId=${firm.matter}`)),
    await owner.get(at(`/registers/incidents/records/${id}?matterId=${firm.matter}`)),
    await owner.post(at("/registers/incidents/records"), { fields: {}, matterId: firm.matter }),
    await inside.post(at(`/registers/incidents/records/${id}/approval`), { version: 2 }),
  ];
  expect(elsewhere.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});

test("a closed matter takes no more records, and keeps those it has", async () => {
  const { inside, owner } = firm.people;
  const json = { "content-type": "application/json" };
  await owner.post(at(`/matters/${firm.matter}/end`), {});
  const fields = { title: "Late", startsOn: "2026-02-03" };
  const late = await inside.post(at("/registers/legal-holds/records"), { fields, matterId: firm.matter });
  expect([late.status, late.body.code]).toEqual([409, "record-matter"]);
  expect((await inside.get(at(`/matters/${firm.matter}/records`))).body.length).toBeGreaterThan(walledRegisters.length);
  await owner.send("DELETE", at(`/matters/${firm.matter}/end`), "{}", json);
});

test("the sweep sees it when one of the walls is taken away", async () => {
  const ids = hidden.map(({ id }) => id);
  const seen = async (table: string) => {
    const viewer = { userId: firm.people.viewer.id, companyId: firm.company };
    const { rows } = await asCaller(firm.running.database.databases.user, viewer, (tx) =>
      sql`SELECT FROM ${sql.table(table)} WHERE matter_id IS NOT NULL`.execute(tx),
    );
    return rows.length;
  };
  for (const table of ["app.records", "app.record_changes", "app.record_links"]) {
    expect(await seen(table), table).toBe(0);
    const [{ rule }] = await admin(
      `SELECT pg_get_expr(polqual, polrelid) AS rule FROM pg_policy WHERE polrelid = '${table}'::regclass AND polname = 'privilege_wall'`,
    );
    await admin(`DROP POLICY privilege_wall ON ${table}`);
    try {
      expect(await seen(table), table).toBeGreaterThan(0);
      // History and links are read by a record's id: of a row alone nobody hears.
      const leaks = table === "app.records" ? leaksIn(await outputsOf(firm, "viewer", ids)) : ["none is looked for"];
      expect(leaks, table).not.toEqual([]);
    } finally {
      await admin(`CREATE POLICY privilege_wall ON ${table} AS RESTRICTIVE USING (${rule}) WITH CHECK (${rule})`);
    }
  }
});
