import { expect, test } from "vitest";
import { csvLine, readCsvCell } from "./csv.ts";
import { planImport } from "./plan-import.ts";
import type { Field, Register } from "./register.ts";
import { readCsvRows } from "../csv-rows.ts";
import { dayOfCell, dayOfWords, isGuarded, isRewritten } from "./spreadsheet-cells.ts";

const rewritten =
  `007|12345678901234567890|1E5|10e3|1.10|1,5|12.|1/2|3-4|12:30|9am|12 PM|50%|$5|5 €|(5)|2026-01-02|31.01.2026
|1 Jan 2026|March 2026|May-26|Monday, 5 January 2026|true|FALSE| 007|1 000`.split(/\n?\|/);
const kept =
  "7|0|1042|123456789012345|DEV-7|00:1A:2B|1.2.3.4a|Room 7|May|Marketing 2026|Level 3|yes||ten|v1.10|A 5".split("|");

test("a text that a spreadsheet writes anew is told from one that it keeps", () => {
  expect(rewritten.filter((text) => !isRewritten(text))).toEqual([]);
  expect(kept.filter(isRewritten)).toEqual([]);
});

const name: Field = { type: "text", label: "Name", origin: "stated" };
const note: Field = { type: "long text", label: "Note", origin: "stated" };
const on: Field = { type: "date", label: "On", origin: "stated" };
const register: Register = {
  key: "things",
  label: "Things",
  singular: "thing",
  summary: "",
  group: "",
  prefix: "THI",
  title: "name",
  fields: { name, note, on },
  states: { open: "Open", ended: "Ended" },
  endReasons: [],
  rights: { read: [], write: [], confirm: [] },
  confirmedForDays: 31,
  views: [],
  columns: [],
  csv: ["name", "note", "on"],
  checks: [],
  documents: [],
};
const none = () => ({ problem: "none" });

test("such a text leaves behind an apostrophe, comes back without, and a day leaves as it is", () => {
  for (const text of [...rewritten.map((each) => each.trim()), ...kept, "'007", "''=1", "=1+1", "'plain", "'7"]) {
    const fields = { name: text, on: "2026-01-02" };
    const line = csvLine(
      register,
      { number: 1, version: 1, fields, derived: {}, state: "", endedReason: null },
      none as never,
    );
    const read = readCsvRows(line);
    const [, cell, , day] = read.ok ? read.rows[0]! : [];
    expect(day).toBe("2026-01-02");
    expect(isRewritten(cell!), text).toBe(false);
    expect(isGuarded(cell!), text).toBe(cell !== text);
    expect(readCsvCell(name, cell!, none)).toEqual({ value: text === "" ? null : text });
  }
});

test("a day with dots is read, and one that could be two days is refused", () => {
  expect(["31.01.2026", "1.2.2026", "1. 2. 2026", "2026-01-31", "1/2/2026", "1.2.26"].map(dayOfCell)).toEqual([
    "2026-01-31",
    "2026-02-01",
    "2026-02-01",
    "2026-01-31",
    "1/2/2026",
    "1.2.26",
  ]);
  expect(readCsvCell(on, "31.01.2026", none)).toEqual({ value: "2026-01-31" });
  expect(readCsvCell({ ...on, type: "instant" }, "1.2.2026", none)).toEqual({ value: "2026-02-01T00:00:00.000Z" });
  expect(readCsvCell(on, "31.02.2026", none)).toEqual({ problem: "On is 2026-02-31, a day that does not exist." });
  for (const text of ["1/2/2026", "1.2.26"])
    expect(readCsvCell(on, text, none)).toEqual({ problem: "On must be a date such as 2026-01-31." });
});

test("lines that end otherwise change nothing, and another word does", () => {
  const fields = { name: "One", note: "first\r\nsecond" };
  const known = [{ id: "a", number: 1, fields, ended: false, version: 1 }];
  const kinds = ["first\nsecond", "first\rsecond", "first\nsecond, more"].map((text) => {
    const rows = [
      ["Number", "Note"],
      ["THI-1", text],
    ];
    const plan = planImport(register, { rows, known, findLink: none, newId: () => "b", now: new Date("2026-11-29") });
    return typeof plan === "string" ? plan : plan.steps.map(({ kind }) => kind);
  });
  expect(kinds).toEqual([["same"], ["same"], ["change"]]);
});

test("a day that follows from a record leaves as every spreadsheet keeps it, and other words as they are", () => {
  expect(["April 2, 2020", "May 31, 2026", "Level 2, 2020", "April 2020", "5 of 7"].map(dayOfWords)).toEqual([
    "2020-04-02",
    "2026-05-31",
    undefined,
    undefined,
    undefined,
  ]);
  const derives: Register = { ...register, derived: { until: { label: "Until", of: () => "" } } };
  const cell = (until: string) =>
    csvLine(
      derives,
      { number: 1, version: 1, fields: {}, derived: { until }, state: "", endedReason: null },
      () => undefined,
    );
  expect(["April 2, 2020", "12:30", "high"].map(cell)).toEqual(
    ["2020-04-02", "'12:30", "high"].map((wanted) => `THI-1,,,,${wanted},1,,\r\n`),
  );
});
