import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { choose, firstRows, stateOf, suggested } from "./filing-row.ts";
import type { FilingRow, LinkedContent, Suggestion, Surrounding } from "./filing-row.ts";

const today = "2026-11-23";
const documentOf = (id: string, controlId: string, type: "Policy" | "Report", validForDays: number) =>
  ({ id, controlId, type, title: id, validForDays, notApplicable: null, filings: [] }) as never;
const documents = [
  documentOf("incident.response-plan", "XC-21", "Policy", 365),
  documentOf("vulns.scan-reports", "XC-19", "Report", 92),
];
const around: Surrounding = {
  documents,
  today,
  largest: 100,
  tooLarge: "Too large.",
  empty: "Empty.",
  firstOf: new Map(),
  hasMatters: true,
};
const row = (more: Partial<FilingRow> = {}): FilingRow => ({
  key: "k",
  file: new File(["abc"], "a.txt"),
  path: "a.txt",
  name: "A",
  document: "incident.response-plan",
  isSupporting: false,
  controls: ["XC-21"],
  type: "Policy",
  date: today,
  matter: undefined,
  edited: [],
  why: "",
  looksPrivileged: false,
  reading: false,
  same: [],
  agreed: [],
  state: "waiting",
  sent: 0,
  ...more,
});
const linked: LinkedContent = {
  name: "a.pdf",
  size: 0,
  lastModified: 0,
  link: "https://1drv.ms/b/s!A",
  source: "onedrive",
  sourceName: "OneDrive",
  exportedAs: null,
};
const kindOf = (more: Partial<FilingRow>, where: Partial<Surrounding> = {}) =>
  stateOf(row(more), 2, { ...around, ...where }).kind;

describe("a row waits for a person", () => {
  test.each<[string, Partial<FilingRow>, string]>([
    ["nothing", {}, "ready"],
    ["a document", { document: null }, "choose"],
    ["a control", { document: null, isSupporting: true, controls: [] }, "choose"],
    ["a day up to today", { date: "2026-11-24" }, "choose"],
    ["a name that an item may have", { name: "x".repeat(201) }, "choose"],
    ["being read, until then", { document: null, reading: true }, "reading"],
    ["an answer to what is over", { date: "2025-01-01" }, "expired"],
    ["an answer to a program", { unreadable: "program" }, "confirm"],
    ["an answer to what is on file", { same: [{ exhibit: "EX-000001", name: "B" }] }, "duplicate"],
    ["an answer to what looks privileged", { looksPrivileged: true }, "privileged"],
    ["another file", { file: new File([], "a.txt") }, "refused"],
    ["a smaller file", { file: new File(["x".repeat(101)], "a.txt") }, "refused"],
    ["the server to read what it links to", { file: linked, reading: true }, "reading"],
    ["nothing once that was read", { file: { ...linked, size: 3 }, reading: true, upload: "u" }, "ready"],
    ["another file where what it links to is too large", { file: { ...linked, size: 101 } }, "refused"],
  ])("for %s", (_, more, kind) => expect(kindOf(more)).toBe(kind));

  test("and for no answer that was given, nor for a document of what is privileged", () => {
    expect(kindOf({ date: "2025-01-01", agreed: ["expired"] })).toBe("ready");
    expect(kindOf({ unreadable: "archive", agreed: ["unreadable"] })).toBe("ready");
    expect(kindOf({ looksPrivileged: true, matter: "" })).toBe("ready");
    expect(kindOf({ looksPrivileged: true, matter: "m", document: null })).toBe("ready");
    expect(kindOf({ looksPrivileged: true }, { hasMatters: false })).toBe("ready");
  });
});

test("of rows with one content the first is ready, and the others name it", () => {
  const rows = [row({ sha256: "a" }), row({ sha256: "b" }), row({ sha256: "a" })];
  const firstOf = firstRows(rows);
  const states = rows.map((line, at) => stateOf(line, at + 1, { ...around, firstOf }));
  expect(states).toEqual([{ kind: "ready" }, { kind: "ready" }, { kind: "duplicate", of: "1", isOnFile: false }]);
});

describe("a choice", () => {
  test("of a document brings its control and its type", () => {
    const chosen = choose(
      row({ document: null, controls: [], type: "" }),
      { document: "vulns.scan-reports" },
      documents,
    );
    expect(chosen).toMatchObject({ controls: ["XC-19"], type: "Report", isSupporting: false });
  });

  test("of other controls takes away a document that they do not expect", () => {
    expect(choose(row(), { controls: ["XC-19"] }, documents).document).toBeNull();
    expect(choose(row(), { controls: ["XC-19", "XC-21"] }, documents).document).toBe("incident.response-plan");
  });
});

const said: Suggestion = {
  document: "vulns.scan-reports",
  by: "heading",
  controls: ["XC-19"],
  type: "Report",
  date: "2026-11-01",
  privileged: false,
};

test("a suggestion fills what nobody chose, and changes nothing that somebody did", () => {
  const empty = row({ document: null, controls: [], type: "", reading: true });
  expect(suggested(empty, said, documents)).toMatchObject({
    document: "vulns.scan-reports",
    why: "Title on page 1",
    controls: ["XC-19"],
    type: "Report",
    date: "2026-11-01",
    reading: false,
  });
  // Who came from a control is offered what that one expects, and nothing else.
  const led = { ...empty, controls: ["XC-21"], edited: ["controls" as const] };
  expect(suggested(led, said, documents)).toMatchObject({ document: null, controls: ["XC-21"] });
  const unknown = { ...said, document: "not.of-this-library" };
  expect(suggested(empty, unknown, documents).document).toBeNull();
});

test("whatever is chosen and suggested, in any order, a document stands with its control, and choices stay", () => {
  const control = fc.constantFrom("XC-19", "XC-21", "XC-01");
  const id = fc.constantFrom("incident.response-plan", "vulns.scan-reports");
  const step = fc.oneof(
    id.map((document) => (before: FilingRow) => choose(before, { document }, documents)),
    fc
      .array(control, { maxLength: 3 })
      .map((controls) => (before: FilingRow) => choose(before, { controls }, documents)),
    fc.constant((before: FilingRow) => choose(before, { document: null, isSupporting: true }, documents)),
    id.map((document) => (before: FilingRow) => suggested(before, { ...said, document }, documents)),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      let now = row({ document: null, controls: [], type: "" });
      for (const next of steps) {
        const before = now;
        now = next(before);
        const document = (documents as readonly { id: string; controlId: string }[]).find(
          (known) => known.id === now.document,
        );
        expect(document === undefined || now.controls.includes(document.controlId)).toBe(true);
        expect(now.document !== null && now.isSupporting).toBe(false);
      }
    }),
  );
});
