import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findRegister } from "#catalog/registers/index.ts";
import { csvRow } from "#domain/csv.ts";
import { badInputs, replaced } from "#tests/support/bad-input.ts";
import type { BadInput } from "#tests/support/bad-input.ts";
import { fillRegisters } from "#tests/support/filled-registers.ts";
import type { FilledRegisters } from "#tests/support/filled-registers.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let company: string;
let filled: FilledRegisters;
/** What `@name` of an input stands for. */
let meant: Readonly<Record<string, string>>;

const at = (register: string, more = "", of = company) => `/companies/${of}/registers/${register}${more}`;

beforeAll(async () => {
  running = await runApp();
  const stranger = await running.person("Sam");
  olga = await running.person("Olga");
  company = await olga.found("Bad Input Ltd");
  const elsewhere = await stranger.found("Elsewhere Ltd");
  const query = new URLSearchParams({ name: "Report", fileName: "report.txt", type: "Document", controls: "XC-01" });
  const file = async (text: string) =>
    (await olga.upload(`/companies/${company}/evidence?${query}`, text)).body.exhibit as string;
  const system = async (name: string) =>
    (await olga.post(`/companies/${company}/systems`, { name, kinds: ["cloud"] })).body.id as string;
  filled = fillRegisters(olga, company, {
    exhibit: await file("a report"),
    retest: await file("a report of later"),
    systemId: await system("Sandbox"),
    text: ({ label }) => `Sample ${label}`,
  });
  const leaver = (
    await olga.post(at("people", "/records"), { fields: { name: "Lee", kind: "employee", startsAt: "2020-01-02" } })
  ).body.id;
  const ended = await olga.post(at("people", `/records/${leaver}/end`), {
    reason: "Resigned",
    lastDay: new Date().toISOString().slice(0, 10),
  });
  expect(ended.body.state).toBe("ended");
  const there = async (register: string, fields: object) =>
    (await stranger.post(at(register, "/records", elsewhere), { fields })).body.id as string;
  const ownerId = await there("people", { name: "Sam", kind: "employee", startsAt: "2020-01-02" });
  const about = { service: "Files", rating: "high", data: ["client"], hosting: "no", ownerId };
  meant = {
    "@leaver": leaver,
    "@vendor elsewhere": await there("vendors", { name: "Vendor of theirs", ...about }),
    "@system without goals": await system("No goals"),
    "@nothing": "00000000-0000-4000-8000-000000000000",
    "@person": await filled.recordOf("people"),
    "@in an hour, written in Tokyo": `${new Date(Date.now() + 10 * 3_600_000).toISOString().slice(0, 19)}+09:00`,
  };
});
// More files are previewed here than somebody may in a minute.
beforeEach(() => running.forgetTries());
afterAll(() => running.close());

const resolved = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll(/"(@[^"]+)"/g, (_, name: string) => JSON.stringify(meant[name]))) as T;

const isComputed = ({ computed }: BadInput) => computed === true;
const named = (inputs: readonly BadInput[]) => inputs.map((input) => [input.what, input] as const);

/** The record of a register that is right, with what is entered in its place; and the same as a file about that record. */
async function entered({ register: key, entered: given, cells }: BadInput) {
  const register = findRegister(key)!;
  await filled.recordOf(key);
  const fields = replaced((await filled.fieldsOf(register)) as never, resolved(given));
  const all = { Number: `${register.prefix}-1`, ...resolved(cells) };
  return { register, fields, csv: csvRow(Object.keys(all)) + csvRow(Object.values(all)) };
}

test.each(named(badInputs.filter((input) => !isComputed(input))))(
  "%s is refused at its field with one sentence, in the API and so in the page, and in a file",
  async (_, input) => {
    const { register, fields, csv } = await entered(input);
    const { field, message, inFile = message } = input;
    const before = (await olga.get(at(register.key, "/records"))).body.total;
    const added = await olga.post(at(register.key, "/records"), { fields });
    expect([added.body.message, added.body.data?.fields]).toEqual([message, [{ path: `fields.${field}`, message }]]);
    const { body } = await olga.post(at(register.key, "/csv-preview"), { csv });
    expect(body.problems).toEqual([{ row: 2, column: register.fields[field]!.label, message: inFile }]);
    const imported = await olga.post(at(register.key, "/csv"), { csv });
    expect(imported.body.message).toBe(`Nothing was imported. Row 2: ${inFile}`);
    expect((await olga.get(at(register.key, "/records"))).body.total).toBe(before);
  },
);

test.each(named(badInputs.filter(isComputed)))(
  "%s is kept, and said in one sentence in the list and in the API, in the preview of a file and in the file that leaves",
  async (_, input) => {
    const { register, fields, csv } = await entered(input);
    const { field, message } = input;
    const added = await olga.post(at(register.key, "/records"), { fields });
    expect(added.body.fields[field]).toBe(message);
    const listed = (await olga.get(at(register.key, "/records?sort=changed&direction=down&limit=1"))).body.records;
    expect(listed[0].fields[field]).toBe(message);
    const { body } = await olga.post(at(register.key, "/csv-preview"), { csv });
    expect([body.problems, body.sample[0].fields[field]]).toEqual([[], message]);
    expect(body.notes).toContainEqual({ row: 2, column: register.derived![field]!.label, message });
    const leaving = await (await olga.send("GET", at(register.key, "/csv"))).response.text();
    expect(leaving).toContain(message);
  },
);
