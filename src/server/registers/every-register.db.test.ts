import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registers } from "#catalog/registers/index.ts";
import { isLinkType } from "#domain/registers/register.ts";
import type { Field, Register } from "#domain/registers/register.ts";
import { fillRegisters, isTyped } from "#tests/support/filled-registers.ts";
import type { FilledRegisters } from "#tests/support/filled-registers.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

// What every register does because it is declared: a new one is asked the same without a word here.

let running: RunningApp;
let olga: Person;
let vera: Person;
let stranger: Person;
let company: string;
let elsewhere: string;
let filled: FilledRegisters;

beforeAll(async () => {
  running = await runApp();
  [olga, vera, stranger] = (await Promise.all(["Olga", "Vera", "Sam"].map((name) => running.person(name)))) as [
    Person,
    Person,
    Person,
  ];
  company = await olga.found("Every Ltd");
  elsewhere = await stranger.found("Elsewhere Ltd");
  await addMember(running, company, vera.id, "viewer");
  const query = new URLSearchParams({ name: "Report", fileName: "report.txt", type: "Document", controls: "XC-01" });
  const exhibit = (await olga.upload(`/companies/${company}/evidence?${query}`, "a report")).body.exhibit;
  const retest = (await olga.upload(`/companies/${company}/evidence?${query}`, "a report of later")).body.exhibit;
  const systemId = (await olga.post(`/companies/${company}/systems`, { name: "Sandbox", kinds: ["cloud"] })).body.id;
  filled = fillRegisters(olga, company, { exhibit, retest, systemId, text: sampleText });
});
// There are more registers than files that somebody may preview in a minute.
beforeEach(() => running.forgetTries());
afterAll(() => running.close());

const at = ({ key }: Pick<Register, "key">, more = "", of = company) => `/companies/${of}/registers/${key}${more}`;
const SECRET = "Words of one person";
const sampleText = ({ label, personal, confidential }: Field) =>
  personal || confidential ? SECRET : `Sample ${label}`;
const recordOf = (key: string) => filled.recordOf(key);
const fieldsOf = (register: Register) => filled.fieldsOf(register);

describe.each(registers.map((register) => [register.key, register] as const))("the register %s", (key, register) => {
  test("keeps every field that it declares, calls the record and what it leads to by name, and derives what it says", async () => {
    const id = await recordOf(key);
    const { body } = await olga.get(at(register, `/records/${id}`));
    expect(body.title.trim()).not.toBe("");
    const given = await fieldsOf(register);
    for (const [name, value] of Object.entries(given)) expect(body.fields[name], name).toEqual(value);
    const leading = Object.entries(register.fields).filter(
      ([name, { type, of }]) => isLinkType(of ?? type) && given[name] !== undefined,
    );
    expect(new Set(body.links.map(({ field }: { field: string }) => field))).toEqual(
      new Set(leading.map(([name]) => name)),
    );
    for (const { label } of body.links) expect(label.trim()).not.toBe("");
    const derived = Object.keys(register.derived ?? {}).filter((name) => body.fields[name] !== undefined);
    expect(derived).toEqual(Object.keys(register.derived ?? {}));
    for (const name of derived) {
      const refused = await olga.post(at(register, "/records"), { fields: { ...given, [name]: "mine" } });
      expect(refused.body.message).toBe(`${register.derived![name]!.label} is computed by Exhibit.`);
    }
  });

  test("leaves as a file that changes nothing when it comes back", async () => {
    await recordOf(key);
    const csv = await (await olga.send("GET", at(register, "/csv"))).response.text();
    const { body } = await olga.post(at(register, "/csv-preview"), { csv });
    expect([body.problems, body.added, body.changed]).toEqual([[], 0, 0]);
    expect(body.unchanged).toBeGreaterThan(0);
  });

  test("is listed in the order of everything that its page sorts by, and found by what it leads to", async () => {
    await recordOf(key);
    for (const sort of new Set([register.title, ...register.views.map((view) => view.sort)]))
      expect((await olga.get(at(register, `/records?sort=${sort}`))).body.total, sort).toBeGreaterThan(0);
    const leads = Object.values(register.fields).some(({ type, of }) => (of ?? type) === "system");
    const { total } = (await olga.get(at(register, "/records?search=sandbox"))).body;
    expect(total > 0).toBe(leads);
  });

  test("is there for whom it declares, and for nobody elsewhere", async () => {
    const id = await recordOf(key);
    const path = at(register, `/records/${id}`);
    expect((await vera.get(path)).status).toBe(register.rights.read.includes("viewer") ? 200 : 404);
    expect((await stranger.get(path)).status).toBe(404);
    expect([403, 404]).toContain((await vera.post(`${path}/end`, { reason: "No" })).status);
    const fields = await fieldsOf(register);
    const linked = Object.values(register.fields).some(
      (field) => isTyped(field) && ["person", "record", "system", "exhibit"].includes(field.of ?? field.type),
    );
    const there = await stranger.post(at(register, "/records", elsewhere), { fields });
    expect(there.body.code ?? "taken").toBe(linked && key !== "people" ? "record-link" : "taken");
  });

  test("leaves what is personal or confidential in the record of what was done as hashes alone", async () => {
    const id = await recordOf(key);
    const { rows } = await running.database.admin.query("SELECT details FROM app.ledger_acts WHERE subject = $1", [id]);
    expect(rows.length).toBeGreaterThan(0);
    for (const { details } of rows) expect(JSON.stringify(details)).not.toContain(SECRET);
  });

  test("refuses an end before its start and what has not happened with a sentence, in the API, in a change of many and in a file", async () => {
    const id = await recordOf(key);
    const given = await fieldsOf(register);
    const typed = Object.entries(register.fields).filter(([, field]) => isTyped(field));
    const wrong = typed.flatMap(([name, { label, type, after, past }]) => [
      ...(after === undefined
        ? []
        : [
            [
              name,
              label,
              type === "date" ? "2020-01-01" : "2020-01-01T00:00:00.000Z",
              `before ${register.fields[after]!.label}`,
            ],
          ]),
      ...(past ? [[name, label, type === "date" ? "2199-01-01" : "2199-01-01T00:00:00.000Z", "in the future"]] : []),
    ]) as [string, string, string, string][];
    for (const [name, label, value, why] of wrong) {
      const message = `${label} is ${why}.`;
      const added = await olga.post(at(register, "/records"), { fields: { ...given, [name]: value } });
      expect(added.body.data?.fields, name).toContainEqual({ path: `fields.${name}`, message });
      const many = await olga.send(
        "PATCH",
        at(register, "/records"),
        JSON.stringify({ recordIds: [id], fields: { [name]: value } }),
        { "content-type": "application/json" },
      );
      expect(many.body.message, name).toBe(`${register.prefix}-1: ${message}`);
      const csv = await (await olga.send("GET", at(register, "/csv"))).response.text();
      const was = given[name] as string;
      const { problems } = (await olga.post(at(register, "/csv-preview"), { csv: csv.replaceAll(was, value) })).body;
      expect(problems, name).toContainEqual({ row: 2, column: label, message });
    }
  });
});

test("a meeting with one attendee is refused with one sentence, in the API, in a change of many and in a file", async () => {
  const meetings = registers.find(({ key }) => key === "meetings")!;
  const id = await recordOf("meetings");
  const message = "A meeting has at least two attendees.";
  const given = await fieldsOf(meetings);
  const [first] = given["attendeeIds"] as string[];
  const added = await olga.post(at(meetings, "/records"), { fields: { ...given, attendeeIds: [first, first] } });
  expect(added.body.data?.fields).toEqual([{ path: "fields.attendeeIds", message }]);
  const many = await olga.send(
    "PATCH",
    at(meetings, "/records"),
    JSON.stringify({ recordIds: [id], fields: { attendeeIds: [first] } }),
    { "content-type": "application/json" },
  );
  expect(many.body.data?.fields).toEqual([{ path: "fields.attendeeIds", message }]);
  const csv = await (await olga.send("GET", at(meetings, "/csv"))).response.text();
  const { problems } = (await olga.post(at(meetings, "/csv-preview"), { csv: csv.replace("; PER-2 Second", "") })).body;
  expect(problems).toEqual([{ row: 2, column: "Attendees", message }]);
});

describe.each(
  registers
    .filter(({ fields }) => Object.values(fields).some(({ active }) => active))
    .map((own) => [own.key, own] as const),
)("%s", (_, register) => {
  test("takes nobody who has left, in the API, in a change of many and in a file, with one sentence", async () => {
    const id = await recordOf(register.key);
    const fields = { name: "Lee Left", kind: "employee", startsAt: "2020-01-02", email: "lee@every.test" };
    const people = registers.find(({ key }) => key === "people")!;
    const lee = (await olga.post(at(people, "/records"), { fields })).body;
    await olga.post(at(people, `/records/${lee.id}/end`), {
      reason: "Resigned",
      lastDay: new Date().toISOString().slice(0, 10),
    });
    const given = await fieldsOf(register);
    for (const [name, field] of Object.entries(register.fields)) {
      if (!field.active) continue;
      const value = field.type === "list" ? [lee.id] : lee.id;
      const message = `${field.label} ${field.type === "list" ? "names" : "is"} somebody who has left.`;
      const added = await olga.post(at(register, "/records"), { fields: { ...given, [name]: value } });
      expect(added.body.data?.fields, name).toEqual([{ path: `fields.${name}`, message }]);
      const many = await olga.send(
        "PATCH",
        at(register, "/records"),
        JSON.stringify({ recordIds: [id], fields: { [name]: value } }),
        { "content-type": "application/json" },
      );
      expect(many.body.message, name).toBe(message);
      const csv = `Number,${field.label}\r\n${register.prefix}-1,${lee.number}\r\n`;
      const { problems } = (await olga.post(at(register, "/csv-preview"), { csv })).body;
      expect(problems, name).toContainEqual({ row: 2, column: field.label, message });
    }
  });
});

test("a link to a record of another register is refused, and so is one to nothing", async () => {
  const site = await recordOf("sites");
  const vendor = registers.find(({ key }) => key === "contracts")!;
  for (const vendorId of [site, randomUUID()]) {
    const fields = { ...(await fieldsOf(vendor)), vendorId };
    const { body } = await olga.post(at(vendor, "/records"), { fields });
    expect(body.message).toBe("Vendor leads to something that is not in this company, or no longer counts.");
  }
});

describe("once its records have ended", () => {
  beforeAll(async () => {
    // All of them first: who has left is named by no new record.
    for (const { key } of registers) await recordOf(key);
    for (const register of registers) {
      const id = await recordOf(register.key);
      const asked = { reason: "No longer needed", lastDay: new Date().toISOString().slice(0, 10) };
      const { status, body } = await olga.post(at(register, `/records/${id}/end`), asked);
      expect([register.key, status, body.message]).toEqual([register.key, 200, undefined]);
    }
  });

  test.each(registers.map((register) => [register.key, register] as const))(
    "the register %s leaves as a file that changes nothing, and a row that says something else is told to be reopened first",
    async (_, register) => {
      const csv = await (await olga.send("GET", at(register, "/csv"))).response.text();
      const same = (await olga.post(at(register, "/csv-preview"), { csv })).body;
      expect([same.problems, same.added, same.changed]).toEqual([[], 0, 0]);
      expect(same.unchanged).toBeGreaterThan(0);
      const number = `${register.prefix}-1`;
      const other = `Number,${register.fields[register.csv[0]!]!.label}\r\n${number},Something else\r\n`;
      const { problems } = (await olga.post(at(register, "/csv-preview"), { csv: other })).body;
      expect(problems).toEqual([{ row: 2, column: "Number", message: `${number} has ended. Reopen it first.` }]);
    },
  );
});
