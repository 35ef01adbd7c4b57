import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let company: string;
let [ann, bob, zoe] = ["", "", ""];

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  company = await olga.found("Minutes Ltd");
  const add = async (name: string, more: object = {}) =>
    (await add_("people", { name, kind: "employee", startsAt: "2026-01-01", ...more })).body.id as string;
  ann = await add("Ann");
  bob = await add("Bob", { endsAt: "2026-02-01T00:00:00Z" });
  zoe = await add("Zoe", { startsAt: "2026-05-01" });
});
afterAll(() => running.close());

const at = (register: string, more = "") => `/companies/${company}/registers/${register}${more}`;
const add_ = (register: string, fields: object) => olga.post(at(register, "/records"), { fields });
const patch = (path: string, body: object) =>
  olga.send("PATCH", path, JSON.stringify(body), { "content-type": "application/json" });
const meeting = (heldOn: string, attendeeIds: readonly string[]) =>
  add_("meetings", { title: "Review", kind: "other", heldOn, attendeeIds });
const refused = ({ status, body }: { readonly status: number; readonly body: { readonly message?: string } }) => [
  status,
  body.message,
];
const AWAY =
  "Attendees names somebody who did not work here on 2026-03-01. Correct the day, or in People since when they work here.";

test("who had left, or came later, took part in nothing: added, changed and in many at once", async () => {
  for (const other of [bob, zoe]) {
    expect(refused(await meeting("2026-03-01", [ann, other]))).toEqual([400, AWAY]);
  }
  const { body: kept } = await meeting("2026-01-15", [ann, bob]);
  expect(kept.version).toBe(1);
  const moved = await patch(at("meetings", `/records/${kept.id}`), {
    version: 1,
    fields: { heldOn: "2026-03-01" },
  });
  expect(refused(moved)).toEqual([400, AWAY]);
  const many = await patch(at("meetings", "/records"), { recordIds: [kept.id], fields: { heldOn: "2026-03-01" } });
  expect(refused(many)).toEqual([400, AWAY]);
});

test("an exhibit that was made before what it is to show is refused: added, changed, in many at once and in a file", async () => {
  const query = new URLSearchParams({ name: "Log", fileName: "a.txt", type: "Report", controls: "XC-01" });
  const { body: log } = await olga.upload(`/companies/${company}/evidence?${query}`, "a log");
  // What is filed is never changed: as if its file had been collected then.
  await running.database.admin.query(
    `SET session_replication_role = replica; UPDATE app.evidence SET collected_at = '2026-03-01T09:00:00Z'
      WHERE company_id = '${company}' AND number = ${Number(log.exhibit.slice(3))}; SET session_replication_role = origin`,
  );
  const fields = {
    title: "Restore",
    kind: "exercise",
    by: "inside",
    testerIds: [ann],
    participantIds: [ann],
    findings: ["None"],
    report: log.exhibit,
  };
  const EARLY = `Report or log cites ${log.exhibit}, which was made on 2026-03-01, before what it is to show, of 2026-03-04. Cite what was made since, or correct the day.`;
  expect(refused(await add_("tests", { ...fields, doneOn: "2026-03-04" }))).toEqual([400, EARLY]);
  const { body: kept } = await add_("tests", { ...fields, doneOn: "2026-03-01" });
  expect(kept.version).toBe(1);
  const later = { doneOn: "2026-03-04" };
  expect(refused(await patch(at("tests", `/records/${kept.id}`), { version: 1, fields: later }))).toEqual([400, EARLY]);
  expect(refused(await patch(at("tests", "/records"), { recordIds: [kept.id], fields: later }))).toEqual([400, EARLY]);
  const csv = `Number,Done on\r\n${kept.number},2026-03-04\r\n`;
  const { problems } = (await olga.post(at("tests", "/csv-preview"), { csv })).body;
  expect(problems).toEqual([{ row: 2, column: null, message: EARLY }]);
});

test("a retest by the report itself, or of more than was found, is refused with a sentence", async () => {
  const query = new URLSearchParams({ name: "Report", fileName: "a.txt", type: "Report", controls: "XC-01" });
  const { body } = await olga.upload(`/companies/${company}/evidence?${query}`, "a report");
  const { status, body: told } = await add_("tests", {
    title: "Penetration test",
    kind: "pentest",
    doneOn: "2026-03-01",
    by: "outside",
    firm: "Northgate Labs",
    report: body.exhibit,
    grave: 2,
    retest: body.exhibit,
    retestedOn: "2026-04-01",
    closed: 3,
  });
  expect(status).toBe(400);
  expect(told.data.fields).toEqual([
    {
      path: "fields.retest",
      message: "Retest report is the report of the test itself. Cite the report of the retest.",
    },
    { path: "fields.closed", message: "Closed by the retest is more than the 2 that the test found." },
  ]);
});
