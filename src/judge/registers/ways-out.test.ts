import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// What these checks say where they do not pass names what a person can do about it in Exhibit.

const files = ["closed-reviews.ts", "reviews.ts", "listed-reviews.ts", "leavers.ts"];
/** How an act begins. */
const ACT = /\b(?:Start|Review|Upload|Say|Reopen|Have|Confirm) [a-z]/;
/** Sentences without an act, each with why. */
const EXCUSED: Readonly<Record<string, string>> = {
  "The last access review says that it was closed later than now.": "only a clock that stood ahead says so",
  "Not every account was read.": "the connection says what it could not read, and how to let it",
  "Open more than 24 hours after they left: ": "the accounts that it names are to be disabled where they are",
  "Nothing that was read later says that they are disabled: ": "the next reading says it, and comes by itself",
  "Due to be disabled within 24 hours of leaving: ": "it has time",
  "Nobody said whose account it is: ": "the notice above People asks it",
};

const sentences = files.flatMap((file) => {
  const source = readFileSync(join(import.meta.dirname, file), "utf8");
  return [...source.matchAll(/(?:fails|isUnknown)\(\s*(["`])((?:(?!\1).)+)\1/gs)].map(([, , text]) => text!);
});

test("each sentence of reviews and leavers that is no pass names an act, or is excused by name", () => {
  expect(sentences.length).toBeGreaterThan(10);
  const isExcused = (sentence: string) => Object.keys(EXCUSED).some((excused) => sentence.startsWith(excused));
  expect(sentences.filter((sentence) => !ACT.test(sentence) && !isExcused(sentence))).toEqual([]);
  // No excuse outlives its sentence.
  expect(Object.keys(EXCUSED).filter((excused) => !sentences.some((sentence) => sentence.startsWith(excused)))).toEqual(
    [],
  );
});
