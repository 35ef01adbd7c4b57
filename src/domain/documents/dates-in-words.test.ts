import fc from "fast-check";
import { expect, test } from "vitest";
import { dayIn, statedDay } from "./dates-in-words.ts";

const today = "2026-11-23";

test.each([
  ["Screenshot 2026-11-18 at 16.42", "2026-11-18"],
  ["backup_20261014.csv", "2026-10-14"],
  ["Approved November 3rd, 2026", "2026-11-03"],
  ["12 Sept 2026", "2026-09-12"],
  ["2026-Q3 PT Report", "2026-09-30"],
  ["Review Q1 2026", "2026-03-31"],
  ["minutes Feb 2024", "2024-02-29"],
  ["11/12/2026", undefined],
  ["2026-02-30", undefined],
  ["2026-11-24", undefined],
  ["March on Rome", undefined],
])("%j is from %s", (text, day) => expect(dayIn(text, today)).toBe(day));

test("a document is from the day behind a word such as effective, not from any day that it mentions", () => {
  expect(statedDay("The act of 1 May 2019. Effective date: November 12, 2026. Next review 2025-01-01", today)).toBe(
    "2026-11-12",
  );
  expect(statedDay("The act of 1 May 2019.", today)).toBeUndefined();
});

test("whatever a text holds, its day exists and is not ahead", () => {
  const piece = fc.constantFrom("2026", "-", "11", "31", " ", "Nov", "May", "Q4", "dated", ",", "٣");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const day = dayIn(pieces.join(""), today);
      if (day === undefined) return;
      expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
      expect(day <= today).toBe(true);
    }),
  );
});
