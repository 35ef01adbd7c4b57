import { promisedSentences, statementsOf } from "#domain/policies/statements.ts";
import { editionOf, linesIn } from "./compose.ts";
import type { PolicyAnswer, PolicyEdition } from "./compose.ts";
import { findLibraryText } from "./library/index.ts";
import { policyQuestions, takesAnswer } from "./questions.ts";

/** What a company said of one question, and when it last said otherwise. */
export interface KeptAnswer {
  readonly answer: PolicyAnswer;
  readonly at: Date;
}

/** A sentence of a policy that says otherwise than what was answered. */
interface Differing {
  readonly question: string;
  readonly text: string;
  /** Whether the policy promises it. */
  readonly promised: boolean;
}

/** Which edition fits, and the answers, as they are given for one text: null leaves a question open, whatever was kept. */
interface GivenAnswers {
  readonly edition?: PolicyEdition | undefined;
  readonly answers: Readonly<Record<string, PolicyAnswer | null>>;
}

/** The key under which it is kept which edition fits. */
export const EDITION = "edition";

const isQuestion = (key: string): boolean => policyQuestions.some((question) => question.key === key);

/** Whether these are questions of the library, each with an answer that it takes; null takes one back. */
export const mayAnswer = (answers: Readonly<Record<string, string | null>>): boolean =>
  Object.entries(answers).every(([key, answer]) => isQuestion(key) && (answer === null || takesAnswer(key, answer)));

/** What was given for one text, filled from what was kept. */
export function withKept(
  { edition, answers }: GivenAnswers,
  kept: { readonly edition: PolicyEdition | null; readonly answers: ReadonlyMap<string, KeptAnswer> },
): { readonly edition: PolicyEdition; readonly answers: Readonly<Record<string, PolicyAnswer>> } {
  const all = new Map<string, PolicyAnswer | null>([...kept.answers].map(([key, { answer }]) => [key, answer]));
  for (const [key, answer] of Object.entries(answers)) all.set(key, answer);
  return {
    edition: edition ?? kept.edition ?? "software",
    answers: Object.fromEntries([...all].flatMap(([key, answer]) => (answer === null ? [] : [[key, answer] as const]))),
  };
}

/** The questions that fill a policy in one edition, each once. */
export const questionsIn = (documentId: string, edition: PolicyEdition): readonly string[] => [
  ...new Set(linesIn(documentId, edition).flatMap(({ question, none, unless }) => question ?? none ?? unless ?? [])),
];

/**
 * What a text in force says otherwise than its company answered: it promises what was answered with “not yet” or “none”, or it came into force
 * before something was answered with yes that it does not promise. That a company has none of something is said likewise. A statement of the same
 * check counts as the library's own, in whatever words.
 */
export function differingFrom(
  { documentId, text, since }: { readonly documentId: string; readonly text: string; readonly since: Date },
  answers: ReadonlyMap<string, KeptAnswer>,
): readonly Differing[] {
  if (findLibraryText(documentId) === undefined) return [];
  const promised = promisedSentences(text);
  const bound = new Set(statementsOf(text).map(({ check }) => check));
  return linesIn(documentId, editionOf(documentId, text)).flatMap(({ question = "", check, none, text: said = "" }) => {
    const kept = answers.get(none ?? question);
    if (!kept) return [];
    const isPromised = promised.has(said) || (check !== undefined && bound.has(check));
    const isSo = kept.answer === (none === undefined ? "yes" : "none");
    const isOther = isSo ? !isPromised && since < kept.at : isPromised;
    return isOther ? [{ question: none ?? question, text: said, promised: isPromised }] : [];
  });
}
