import { expect, test } from "vitest";
import { indexOf, readDecision, wrongNumbers } from "./decision-index.ts";

const record = (state: string) => `# A title\n\n${state}\n\n## Context\n`;

test("a record has a title, a status and a date, or is named", () => {
  expect(readDecision("docs/decisions/0003-x.md", record("Accepted · 2026-11-21"))).toEqual({
    number: "0003",
    file: "0003-x.md",
    title: "A title",
    status: "Accepted",
    date: "2026-11-21",
  });
  expect(readDecision("0003-x.md", record("Superseded by [0004](0004-y.md) · 2026-11-21"))).toMatchObject({
    status: "Superseded by [0004](0004-y.md)",
  });
  for (const state of ["", "Accepted", "2026-11-21", "Superseded · 2026-11-21", "## Context"])
    expect(readDecision("0003-x.md", record(state))).toContain("0003-x.md: the third line is not a status and a date");
  expect(readDecision("0003-x.md", "# 3. A title\n\nAccepted · 2026-11-21")).toContain("the first line");
});

test("a number that is used twice or skipped without a reason is named", () => {
  expect(wrongNumbers(["0001", "0002", "0004"], { "0003": "was never written" })).toEqual([]);
  expect(wrongNumbers(["0001", "0004", "0004"], {})).toEqual([
    "0004 is used twice",
    "0002 has no record: say why in scripts/decision-index.ts",
    "0003 has no record: say why in scripts/decision-index.ts",
  ]);
});

test("the index lists every record, and no reason for a number that has one", () => {
  const decision = { number: "0001", file: "0001-a.md", title: "A", status: "Accepted", date: "2026-11-21" };
  const page = indexOf([decision], { "0001": "is taken", "0002": "was never written" });
  expect(page).toContain("| [0001](0001-a.md) | A | Accepted | 2026-11-21 |");
  expect(page).toContain("- 0002 was never written.");
  expect(page).not.toContain("is taken");
});
