import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// What these checks say where they do not pass names what a person can do about it in Exhibit.

const files = [
  "accounts.ts",
  "closed-reviews.ts",
  "leavers.ts",
  "listed-reviews.ts",
  "policies.ts",
  "policy-documents.ts",
  "policy-history.ts",
  "review-times.ts",
  "reviews.ts",
  "screened-before-access.ts",
  "terms-signed.ts",
  "training-developers.ts",
  "training.ts",
];
/** How an act begins. */
const ACT = /\b(?:Start|Review|Upload|Say|Reopen|Have|Confirm|Add|Assign|End|File|Send) [a-z]/;
/** Sentences without an act, each with why. */
const EXCUSED: Readonly<Record<string, string>> = {
  "The last access review says that it was closed later than now.": "only a clock that stood ahead says so",
  "Not every account was read.": "the connection says what it could not read, and how to let it",
  "Open more than 24 hours after they left: ": "the accounts that it names are to be disabled where they are",
  "Nothing that was read later says that they are disabled: ": "the next reading says it, and comes by itself",
  "Due to be disabled within 24 hours of leaving: ": "it has time",
  "What these may do was not read: ": "the connection says what it could not read, and how to let it",
  "Not every administrator was read.": "the connection says it, too",
  "Whether these are active was not read: ": "the connection says it, too",
  "Who has an account there was not read: ": "the connection says it, too",
  "${some(alone)} ": "it says that another person may approve",
  "${title} has been approved by its author alone": "it says that another person may approve",
  "A record cannot be read": "only a snapshot that is not ours says so",
  "What was sealed of ": "only a snapshot that is not ours says so",
  "Not as the ledger has it: ": "a text was changed behind Exhibit: no act of a person makes it as it was",
  "The text of ${title} is not as the ledger has it.": "as above",
  "The general course does not cover ": "the courses are Exhibit's",
  "Somebody who got their first account within 365 days ": "a screening from before cannot be made up for",
  "When these leave cannot be read: ": "it says which day to say",
  "Nobody said whose account it is: ": "the notice above People asks it",
};

const sentences = files.flatMap((file) => {
  const source = readFileSync(join(import.meta.dirname, file), "utf8");
  return [...source.matchAll(/(?:fails|isUnknown)\(\s*(["`])((?:(?!\1).)+)\1/gs)].map(([, , text]) => text!);
});

test("each sentence of reviews, accounts, policies, training and terms that is no pass names an act, or is excused by name", () => {
  expect(sentences.length).toBeGreaterThan(10);
  const isExcused = (sentence: string) => Object.keys(EXCUSED).some((excused) => sentence.startsWith(excused));
  expect(sentences.filter((sentence) => !ACT.test(sentence) && !isExcused(sentence))).toEqual([]);
  // No excuse outlives its sentence.
  expect(Object.keys(EXCUSED).filter((excused) => !sentences.some((sentence) => sentence.startsWith(excused)))).toEqual(
    [],
  );
});
