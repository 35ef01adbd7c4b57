import { asSentence } from "../as-sentence.ts";
import type { Conclusion } from "./test-problem.ts";

interface SaidTest {
  readonly conclusion: Conclusion;
  readonly sample: number;
  readonly population: number;
  /** What was found of each exception. */
  readonly found: readonly string[];
  readonly note: string;
}

/** What a person's test came to, in one sentence or two: "A person tested 10 of 38 and found 1 exception: …". */
export function sayTest({ conclusion, sample, population, found, note }: SaidTest): string {
  const tested = `A person tested ${sample} of ${population}`;
  if (conclusion === "not decided") return asSentence(`A person could not decide it: ${oneLine(note)}`);
  const [first] = found;
  if (first === undefined) return `${tested} and found no exception.`;
  const exceptions = found.length === 1 ? "1 exception" : `${found.length} exceptions, first`;
  return asSentence(`${tested} and found ${exceptions}: ${oneLine(first)}`);
}

const oneLine = (text: string) => text.trim().replace(/\s+/gu, " ");
