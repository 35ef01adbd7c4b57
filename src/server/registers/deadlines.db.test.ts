import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let company: string;
let exhibit: string;
let lead: string;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  company = await olga.found("Deadlines Ltd");
  const query = new URLSearchParams({ name: "Contract", fileName: "a.txt", type: "Document", controls: "XC-01" });
  exhibit = (await olga.upload(`/companies/${company}/evidence?${query}`, "a contract")).body.exhibit;
  lead = (await add("people", { name: "Lea", kind: "employee", startsAt: "2020-01-01" })).id;
});
afterAll(() => running.close());

const at = (register: string, more = "") => `/companies/${company}/registers/${register}${more}`;
const add = async (register: string, fields: object) => (await olga.post(at(register, "/records"), { fields })).body;
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();

test("an incident answers with the deadline of each law and contract, counted from its discovery, and asks counsel for the rest", async () => {
  const contract = await add("contracts", {
    title: "Engagement of Acme",
    kind: "client",
    client: "Acme",
    file: exhibit,
    signedOn: "2026-01-01",
    noticeHours: 24,
  });
  const discoveredAt = day(-1);
  const { id } = await add("incidents", {
    title: "Lost laptop",
    kind: "exercise",
    discoveredAt,
    leadId: lead,
    data: ["personal"],
    places: ["eu", "other"],
    contractIds: [contract.id],
  });
  const { deadlines, fields } = (await olga.get(at("incidents", `/records/${id}`))).body;
  const due = (hours: number) => new Date(Date.parse(discoveredAt) + hours * 3_600_000).toISOString();
  expect(deadlines.title).toBe("Exercise: deadlines to give notice");
  expect(deadlines.clocks.map(({ label, dueAt }: { label: string; dueAt: string | null }) => [label, dueAt])).toEqual([
    ["Engagement of Acme", due(24)],
    ["GDPR, supervisory authority", due(72)],
    ["Another country", null],
  ]);
  expect(fields.deadline).toMatch(
    /^Exercise\. GDPR, supervisory authority: 4[78] hours left\. Ask counsel: Another country$/,
  );
  expect(fields.law).toBe("Ask counsel: Another country");
  expect((await olga.get(at("people", `/records/${lead}`))).body.deadlines).toBeNull();
});

test("a running incident shows when each client whose contract asks for notice must be told, and a closed one does not", async () => {
  const client = (title: string, more: object) =>
    add("contracts", { title, kind: "client", client: title, file: exhibit, signedOn: "2026-01-01", ...more });
  await client("Engagement of Birch", { noticeHours: 12 });
  await client("Engagement of Cedar", {});
  await client("Engagement of Dale", { noticeHours: 1, endsOn: "2026-01-02" });
  const discoveredAt = day(-2);
  const fields = { title: "Leak", kind: "incident", discoveredAt, leadId: lead, data: ["personal"], places: ["eu"] };
  const labels = async (id: string) =>
    (await olga.get(at("incidents", `/records/${id}`))).body.deadlines.clocks.map(
      ({ label }: { label: string }) => label,
    );
  const { id } = await add("incidents", fields);
  expect(await labels(id)).toEqual(["Engagement of Birch", "Engagement of Acme", "GDPR, supervisory authority"]);
  const closed = await add("incidents", { ...fields, closedAt: day(-1) });
  expect(await labels(closed.id)).toEqual(["GDPR, supervisory authority"]);
});

test("a discovery that is to come is refused in any time zone, and one that has been is kept as its instant", async () => {
  const of = (discoveredAt: string) => add("incidents", { title: "x", kind: "incident", leadId: lead, discoveredAt });
  const local = (instant: string, hours: number) =>
    `${new Date(Date.parse(instant) + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00`;
  for (const text of [day(0.1), local(day(0.1), 9)])
    expect((await of(text)).message).toBe("Discovered is in the future.");
  const past = day(-0.1);
  expect((await of(local(past, 9))).fields.discoveredAt).toBe(`${past.slice(0, 19)}.000Z`);
});

test("an extension after its deadline is refused with one sentence, in the API, of many at once and in a file", async () => {
  const fields = { kind: "access", person: "Ann", law: "gdpr", receivedOn: "2026-01-31", ownerId: lead };
  const message = "Extended on is after the first deadline, February 28, 2026. An extension must come before it.";
  const refused = await olga.post(at("privacy-requests", "/records"), {
    fields: { ...fields, extendedOn: "2026-03-01" },
  });
  expect(refused.body.data.fields).toEqual([{ path: "fields.extendedOn", message }]);
  const { id } = await add("privacy-requests", { ...fields, extendedOn: "2026-02-28" });
  const many = await olga.send(
    "PATCH",
    at("privacy-requests", "/records"),
    JSON.stringify({ recordIds: [id], fields: { extendedOn: "2026-03-01" } }),
    { "content-type": "application/json" },
  );
  expect(many.body.message).toBe(`PRQ-1: ${message}`);
  const csv = "Number,Extended on\r\nPRQ-1,2026-03-01\r\n";
  const { problems } = (await olga.post(at("privacy-requests", "/csv-preview"), { csv })).body;
  expect(problems).toEqual([{ row: 2, column: "Extended on", message }]);
});
