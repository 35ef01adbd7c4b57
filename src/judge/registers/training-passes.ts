import { PASSED_FOR_DAYS } from "#domain/training/quiz.ts";
import { COMPLETION_PAGES } from "#domain/training/sealed.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { textOf } from "./registers.ts";
import type { RegisterInputs } from "./registers.ts";
import { isGradedPass } from "./training-rows.ts";

const DAY_MS = 86_400_000;

/** Whether a list from elsewhere, which is on file, says that somebody passed. Nobody else looked at it: it passes nothing. */
export const isListedPass = (row: SnapshotRow) =>
  textOf(row, "source") === "import" &&
  row.fields["passed"] === true &&
  textOf(row, "exhibit") !== undefined &&
  row.withdrawn.length === 0;

/** The pass of a course that lasts longest, of each person. */
export function passesOf(
  { register, now }: RegisterInputs,
  course: string,
  isPass: (row: SnapshotRow) => boolean = isGradedPass,
): Map<string, { readonly row: SnapshotRow; readonly until: Date }> {
  const found = new Map<string, { row: SnapshotRow; until: Date }>();
  for (const row of register(COMPLETION_PAGES).rows) {
    const at = Date.parse(textOf(row, "at") ?? "");
    const person = textOf(row, "personId");
    if (
      textOf(row, "course") !== course ||
      person === undefined ||
      row.state !== "open" ||
      !isPass(row) ||
      !(at <= now.getTime())
    )
      continue;
    const until = new Date(at + PASSED_FOR_DAYS * DAY_MS);
    const before = found.get(person);
    if (until > now && (!before || before.until < until)) found.set(person, { row, until });
  }
  return found;
}
