import type { Check } from "./deciding/deciding-words.ts";

/** What anybody runs on a bundle; the key comes by another way than the bundle. */
export const verifyCommand = 'node verify.mjs bundle.zip --key "THE KEY YOU WERE GIVEN"';

/** A check that something decided, with the item that this rests on. */
export type DecidedCheck = Check & { readonly exhibit: string; readonly sha256: string };

/** The checks that a stranger can do again from a bundle: those that pass or fail by an item. */
export function decidedChecks(checks: readonly Check[]): DecidedCheck[] {
  return checks.filter(
    (check): check is DecidedCheck =>
      (check.outcome === "pass" || check.outcome === "fail") && check.exhibit !== null && check.sha256 !== null,
  );
}

/** What a stranger does to decide a check again, as text to send: the sentence, what we found, and the file that shows it. */
export function stepsToRepeat(check: DecidedCheck, controlId: string, origin: string): string {
  const { checkId, title, wanted, reason, outcome, observedAt, exhibit, sha256 } = check;
  const byPerson = check.basis === "person";
  return [
    `${title} (${controlId}, ${checkId})`,
    `Expected: ${wanted}`,
    `Found: ${reason} (${outcome}, ${observedAt ?? ""})`,
    `Rests on: ${exhibit}, SHA-256 ${sha256}`,
    "",
    `1. Get the verifier from ${origin}/verify.mjs, not from the bundle.`,
    `2. Run: ${verifyCommand}`,
    `3. Run on the unpacked bundle: sha256sum artifacts/${exhibit}-*`,
    "   It must print the hash above.",
    byPerson
      ? "4. A person decided this. Read the test in report.pdf and the file, and judge whether the expected sentence is true."
      : "4. Read the file, and judge whether the expected sentence is true of it.",
  ].join("\n");
}
