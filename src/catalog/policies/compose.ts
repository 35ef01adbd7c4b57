import { promisedSentences } from "#domain/policies/statements.ts";
import { controlOfCheck } from "../index.ts";
import { findLibraryText } from "./library/index.ts";
import { libraryPolicies } from "./kinds.ts";
import { policyQuestions, takesAnswer } from "./questions.ts";
import type { PolicyAnswer } from "./questions.ts";

export type { PolicyAnswer } from "./questions.ts";

export const policyEditions = ["law", "software"] as const;
export type PolicyEdition = (typeof policyEditions)[number];

/** A promise that nobody affirmed. */
export interface LeftPromise {
  readonly question: string;
  readonly text: string;
  /** The control of its check, or of the policy where it names none. */
  readonly controlId: string;
  readonly notYet: boolean;
}

/** A policy as the library writes it for one company. */
export interface ComposedPolicy {
  readonly title: string;
  readonly text: string;
  /** Promises that nobody affirmed: they are not in the text. */
  readonly left: readonly LeftPromise[];
}

// "law: ?mfa auth.mfa-enforced | Every sign-in needs a second factor." Edition, question and check may be left out. "!offices | We have no office."
// stands where the question is answered with "none", and "~offices | Badges are given by name." wherever it is not.
const LINE =
  /^(?:(?<edition>law|software): )?(?:\?(?<question>[a-z-]+)(?: (?<check>[a-z]+\.[a-z-]+))? \| |!(?<none>[a-z-]+) \| |~(?<unless>[a-z-]+) \| )?(?<text>.+)$/;

/** A line of the library, with what it asks. */
export interface LibraryLine {
  readonly edition?: string;
  /** The question that affirms it. */
  readonly question?: string;
  /** The check that decides it. */
  readonly check?: string;
  /** The question that is answered with "none" where it stands. */
  readonly none?: string;
  /** The question that is not answered with "none" where it stands. */
  readonly unless?: string;
  readonly text?: string;
}

/** A policy of the library; undefined where the library has none of it. */
export function composePolicy(
  documentId: string,
  edition: PolicyEdition,
  answers: Readonly<Record<string, PolicyAnswer>>,
  company: string,
): ComposedPolicy | undefined {
  const kind = libraryPolicies.find((candidate) => candidate.documentId === documentId);
  if (!kind || findLibraryText(documentId) === undefined) return undefined;
  const blocks: string[] = [`# ${kind.title}`];
  const left: LeftPromise[] = [];
  // An answer that a question does not take says nothing.
  const answerOf = (key: string) => (takesAnswer(key, answers[key] ?? "") ? answers[key] : undefined);
  for (const { question, check, none, unless, text = "" } of linesIn(documentId, edition)) {
    const said = text.replaceAll("{company}", company);
    const asked = question ?? none ?? unless;
    const answer = asked === undefined ? undefined : answerOf(asked);
    // What a company does not have is neither promised nor left to do.
    if (none === undefined ? answer === "none" : answer !== "none") continue;
    if (question !== undefined && answer !== "yes")
      left.push({
        question,
        text: said,
        controlId: check === undefined ? kind.controlId : controlOfCheck(check).id,
        notYet: answer === "not yet",
      });
    else if (question !== undefined || none !== undefined)
      blocks.push(`::: statement${check === undefined ? "" : ` ${check}`}\n${said}\n:::`);
    else if (isMore(blocks.at(-1)!, said)) blocks.push(`${blocks.pop()}\n${said}`);
    else blocks.push(filled(said));
  }
  // A heading under which nothing is left says nothing.
  const kept = blocks.filter((block, at) => !block.startsWith("## ") || !(blocks[at + 1] ?? "## ").startsWith("## "));
  return { title: kind.title, text: `${kept.join("\n\n")}\n`, left };
}

/** A promise that the library has for a policy and its text has not. */
export interface OfferedPromise {
  /** The question that affirms it, in words; with what was answered, where it says that there is none. */
  readonly question: string;
  readonly text: string;
  /** The check that decides it; null where none does. */
  readonly check: string | null;
  /** The heading under which the library has it. */
  readonly heading: string;
}

/**
 * What the library would promise in this policy beyond its text, in the edition of which the text holds more lines, as the library has
 * them. What was answered with "none" is not promised; that there is none is, and only then. None where the library has no such policy.
 */
export function offeredPromises(
  documentId: string,
  text: string,
  answers: Readonly<Record<string, PolicyAnswer>>,
): readonly OfferedPromise[] {
  const promised = promisedSentences(text);
  const offered: OfferedPromise[] = [];
  let heading = "";
  for (const { question, check, none, text: said = "" } of linesIn(documentId, editionOf(documentId, text))) {
    if (said.startsWith("## ")) heading = said.slice(3);
    const asked = policyQuestions.find(({ key }) => key === (none ?? question));
    if (!asked || promised.has(said)) continue;
    const has = asked.answers.find(({ answer }) => answer === "none" && answers[asked.key] === answer);
    if ((has === undefined) !== (none === undefined)) continue;
    offered.push({
      question: has ? `${asked.question} ${has.label}.` : asked.question,
      text: said,
      check: check ?? null,
      heading,
    });
  }
  return offered;
}

/** The edition of which a text holds more lines, as the library has them. */
export function editionOf(documentId: string, text: string): PolicyEdition {
  const lines = linesOf(findLibraryText(documentId) ?? "");
  const own = new Set(text.split("\n").map((line) => line.trim()));
  const heldOf = (edition: PolicyEdition) =>
    lines.filter((line) => line.edition === edition && own.has((line.text ?? "").trim())).length;
  return heldOf("law") > heldOf("software") ? "law" : "software";
}

/** The lines of a policy in one edition; none where the library has no such policy. */
export const linesIn = (documentId: string, edition: PolicyEdition) =>
  linesOf(findLibraryText(documentId) ?? "").filter((line) => line.edition === undefined || line.edition === edition);

/** Whether a line goes on with the list or the table before it. */
function isMore(block: string, line: string): boolean {
  const kindOf = (text: string) => /^(?:\||- |\d+\. )/.exec(text)?.[0].replace(/\d+/, "1");
  return kindOf(line) !== undefined && kindOf(block) === kindOf(line);
}

/** A block that Exhibit fills, with a body to be filled. */
function filled(line: string): string {
  if (line.startsWith("::: fact")) return `${line}\nNot filled yet.\n:::`;
  return line.startsWith("::: table") ? `${line}\n| System |\n| --- |\n:::` : line;
}

/** Every promise that the library may write into a policy, in either edition, each once; none where the library has no such policy. */
export function promisesOf(documentId: string): readonly string[] {
  // No promise names the company.
  const all = policyEditions.flatMap((edition) => composePolicy(documentId, edition, {}, "")?.left ?? []);
  return [...new Set(all.map(({ text }) => text))];
}

/** The lines of a library text, each with what it asks. */
export function linesOf(source: string): LibraryLine[] {
  return source
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => LINE.exec(line.trim())?.groups ?? { text: line.trim() });
}
