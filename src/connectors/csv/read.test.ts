import { describe, expect, test } from "vitest";
import { fitsHeader, guessColumns, guessOutcome } from "#domain/csv-mapping.ts";
import type { CsvMapping } from "#domain/csv-mapping.ts";
import { readCsv } from "./read.ts";

const mapping: CsvMapping = {
  name: "Host scan",
  header: ["Check", "Result", "Host", "When", "Risk"],
  columns: { rule: "Check", outcome: "Result", resource: "Host", date: "When", severity: "Risk" },
  words: { ok: "pass", bad: "fail", "": "unknown", "n/a": "not applicable" },
};
const file = (...rows: string[]) => ["Check,Result,Host,When,Risk", ...rows].join("\r\n");
const message = (text: string, by = mapping) => {
  const result = readCsv(text, by);
  return result.ok ? "it was read" : result.refusal.message;
};

describe("a CSV file", () => {
  test("is read as its mapping says, one finding for each row", () => {
    const result = readCsv(
      file(
        "r1,OK,web-1,2026-11-20,Low",
        "r2, BAD ,=cmd|x,2026-11-19 08:00:00,",
        "r3,,,,",
        "r4,N/A,,2026-11-21T08:00:00+02:00,",
      ),
      mapping,
    );
    if (!result.ok) throw new Error(result.refusal.message);
    expect(result.report).toMatchObject({ tool: "Host scan", read: 4, observedAt: new Date("2026-11-19T08:00:00Z") });
    expect(
      result.report.findings.map(({ rule, outcome, resource, severity, uid }) => [
        rule,
        outcome,
        resource,
        severity,
        uid,
      ]),
    ).toEqual([
      ["r1", "pass", "web-1", "Low", "row 2"],
      ["r2", "fail", "=cmd|x", "Unknown", "row 3"],
      ["r3", "unknown", "", "Unknown", "row 4"],
      ["r4", "not applicable", "", "Unknown", "row 5"],
    ]);
  });

  test.each([
    [file("r1,perhaps,,,"), "Row 2 of this CSV file says “perhaps”, and the mapping does not say what that means."],
    [
      file("r1,constructor,,,"),
      "Row 2 of this CSV file says “constructor”, and the mapping does not say what that means.",
    ],
    [file("r1,ok,,,", ",ok,,,"), "Row 3 of this CSV file names no rule."],
    [file("r1,ok,,11/20/2026,"), "Row 2 of this CSV file has no date like 2026-01-31 in it."],
    [file("r1,ok,,2026-13-45,"), "Row 2 of this CSV file has no date like 2026-01-31 in it."],
    [file(), "This CSV file has a first row and no other."],
    ["Check,Outcome\nr1,ok", "This CSV file has no column “Result”, which the mapping asks for."],
    ["Check,Result,Result,Host,When,Risk\nr1,ok,bad,,,", "Two columns of this CSV file are called “Result”."],
  ])("is refused whole, by its row or column (%#)", (text, sentence) => {
    expect(message(text)).toBe(sentence);
  });

  test("needs a mapping that names a rule and an outcome", () => {
    expect(message(file("r1,ok,,,"), { ...mapping, columns: { rule: "Check" } })).toBe(
      "The mapping names no rule or no outcome.",
    );
  });
});

describe("a mapping", () => {
  test("fits files with the same columns in any order", () => {
    expect(fitsHeader(mapping, ["risk", " When", "host", "Result", "Check"])).toBe(true);
    expect(fitsHeader(mapping, ["Check", "Result"])).toBe(false);
  });

  test("is begun by a guess that takes each column once", () => {
    expect(guessColumns(["Finding ID", "Name", "Status", "Severity", "Asset", "Details", "Last seen"])).toEqual({
      rule: "Finding ID",
      title: "Name",
      outcome: "Status",
      severity: "Severity",
      resource: "Asset",
      message: "Details",
      date: "Last seen",
    });
    expect(guessColumns(["a", "b"])).toEqual({});
    expect(["passed", "no", "n/a", "", "zebra"].map(guessOutcome)).toEqual([
      "pass",
      "fail",
      "not applicable",
      "unknown",
      undefined,
    ]);
  });
});
