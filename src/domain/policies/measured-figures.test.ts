import { expect, test } from "vitest";
import { allChecks, controls } from "#catalog/index.ts";
import { linesOf } from "#catalog/policies/compose.ts";
import { findLibraryText, libraryDocuments } from "#catalog/policies/library/index.ts";
import { STAYS_AWAY_DAYS } from "../reviews/review.ts";
import { figuresIn } from "./figures.ts";
import { measuredFigures, unmeasuredFigures } from "./measured-figures.ts";

const promised = (check: string, sentence: string) =>
  unmeasuredFigures(`# Policy\n\n::: statement ${check}\n${sentence}\n:::\n`).get(check)?.promised;

test.each([
  ["accounts.leavers-disabled", "Accounts are disabled within 8 hours.", "8 hours"],
  ["accounts.leavers-disabled", "Accounts are disabled immediately.", "immediately"],
  ["accounts.leavers-disabled", "Accounts are disabled on their last day.", "on their last day"],
  ["accounts.leavers-disabled", "Accounts are disabled\nwithin **half an hour**.", "half an hour"],
  ["devices.screen-lock", "Screens lock after five minutes.", "five minutes"],
  ["review.done-this-quarter", "Owners review access monthly.", "monthly"],
  ["review.done-this-quarter", "Owners review access every month.", "every month"],
  ["training.completed", "Everyone is trained every six months.", "six months"],
  ["auth.password-rules", "Passwords have at least 16 characters.", "16 characters"],
  ["auth.password-rules", "The last 24 passwords are refused.", "last 24"],
  ["encryption.in-transit", "We send data with TLS 1.3.", "TLS 1.3"],
  ["change.review-required", "Two people approve each change.", "Two people"],
  ["backup.recent", "Backups are kept for 30 days.", "30 days"],
  ["backup.recent", "Backups run every hour.", "every hour"],
  ["logging.kept-a-year", "Logs are kept for three years.", "three years"],
  ["encryption.at-rest", "Disks are encrypted within 2 days.", "2 days"],
  ["encryption.at-rest", "99.5 % of disks are encrypted.", "99.5 %"],
  ["monitoring.alerts-handled", "Alerts are looked at within one day.", "one day"],
  ["requests.on-time", "We answer within 30 days.", "30 days"],
])("a figure that %s does not measure is found: %s", (check, sentence, words) => {
  expect(promised(check, sentence)).toBe(words);
});

test.each([
  ["accounts.leavers-disabled", "Accounts are disabled within 24 hours."],
  ["accounts.leavers-disabled", "Accounts are disabled within 2 days."],
  ["accounts.leavers-disabled", "Accounts of people who left are disabled."],
  ["devices.screen-lock", "Screens lock within 15 minutes."],
  ["auth.password-rules", "Passwords have at least 10 characters."],
  ["encryption.in-transit", "Data is sent with TLS 1.2 or later."],
  ["encryption.at-rest", "Disks are encrypted with AES-256, as ISO 27001 asks."],
  ["backup.recent", "Backups run daily and are kept for a week."],
  ["monitoring.alerts-handled", "Alerts are looked at within one working day."],
  ["requests.on-time", "We answer within one month, or 45 days where California law applies."],
])("a figure that %s measures, or a sentence without one, is no other: %s", (check, sentence) => {
  expect(promised(check, sentence)).toBeUndefined();
});

test("each figure that is said to be measured is read as one, and is of a check that exists", () => {
  const checks = new Set(controls.flatMap((control) => control.checks.map(({ id }) => id)));
  for (const check of measuredFigures.keys()) {
    expect(checks).toContain(check);
    expect(promised(check, "Every second counts, 77 of them.")).toBe("77");
  }
  expect(figuresIn("for a year at most")).toMatchObject([{ unit: "hours", value: 8760, least: false }]);
});

/** Figures that a check measures and that neither its predicate nor the library says: each follows from a constant of the rule. */
const unsaid: Readonly<Record<string, number>> = { "review.removals-done 90 days": STAYS_AWAY_DAYS * 24 };

test("each figure that is said to be measured is one of its check's predicate or of the library's sentences about it", () => {
  const lines = libraryDocuments.flatMap((id) => linesOf(findLibraryText(id)!));
  for (const [check, figures] of measuredFigures) {
    const predicate = allChecks.find(({ id }) => id === check)!.predicate;
    const sentences = lines.flatMap((line) => (line.check === check && line.text !== undefined ? line.text : []));
    const said = [predicate, ...sentences].flatMap((words) => figuresIn(words)).map(({ value }) => value);
    for (const { words, value } of figures) {
      // "The last 30 days" is a number, and "within 30 days" are hours.
      const isSaid = said.some((own) => own === value || own * 24 === value);
      expect([check, words, isSaid || unsaid[`${check} ${words}`] === value]).toEqual([check, words, true]);
    }
  }
});
