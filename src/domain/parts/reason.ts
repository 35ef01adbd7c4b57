import { calendarDate } from "../calendar-date.ts";
import { asSentence } from "../as-sentence.ts";
import type { CheckOutcome } from "../verdict.ts";
import { stateOf } from "./answer.ts";
import type { PartAnswer } from "./answer.ts";
import { holdsBack } from "./decide-part.ts";
import type { AskedSystem, DecidedPart } from "./decide-part.ts";
import { isPlural, wordList } from "./words.ts";

interface Words<Kind extends string> {
  readonly now: Date;
  readonly phraseOf: (kind: Kind) => string;
}

/** Why a check comes to its outcome, in one or two sentences. The order of answers plays no part. */
export function reasonOf<Kind extends string>(
  outcome: CheckOutcome,
  parts: readonly DecidedPart<Kind>[],
  older: readonly PartAnswer[],
  words: Words<Kind>,
): string {
  if (outcome === "fail") return failingReason(parts, older, words.now);
  if (outcome === "unknown") return unknownReason(parts, older, words);
  if (outcome === "pass") return passingReason(parts);
  const [answered] = parts.flatMap(({ systems }) => systems.flatMap(({ answers }) => answers));
  if (answered) return answered.reason;
  const kinds = [...new Set(parts.flatMap(({ part }) => part.systems))];
  return `By your decisions, no system in scope is ${wordList(kinds.map(words.phraseOf), 3, "or")}.`;
}

function failingReason(parts: readonly DecidedPart[], older: readonly PartAnswer[], now: Date): string {
  const failing = parts.flatMap(({ systems, elsewhere }) => [
    ...systems.flatMap(({ system, answers }) => answers.map((answer) => ({ who: system.name, answer }))),
    ...elsewhere.map((answer) => ({ who: answer.source, answer })),
  ]);
  const all = [...failing, ...older.map((answer) => ({ who: answer.source, answer }))].filter(
    ({ answer }) => stateOf(answer, now) === "fail",
  );
  const [first] = all;
  const more = all.length > 1 ? ` ${all.length - 1} more ${all.length === 2 ? "answer fails" : "answers fail"}.` : "";
  const who = saysWho(parts, older) ? `${first!.who}: ` : "";
  return `${who}${asSentence(first!.answer.reason)}${more}`;
}

/** Who answered is said where several could have. */
function saysWho(parts: readonly DecidedPart[], older: readonly PartAnswer[]): boolean {
  const asked = parts.flatMap(({ systems }) => systems.map(({ system }) => system.name));
  const others = [...parts.flatMap(({ elsewhere }) => elsewhere), ...older].map(({ source }) => source);
  return new Set([...asked, ...others]).size > 1;
}

function passingReason(parts: readonly DecidedPart[]): string {
  const passing = parts.filter(({ state }) => state === "pass");
  const systems = new Map(
    passing.flatMap((part) => part.systems.map(({ system }) => [system.id, system.name] as const)),
  );
  const [only] = passing;
  if (passing.length === 1 && systems.size === 1 && only!.systems[0]!.answers.length === 1)
    return asSentence(only!.systems[0]!.answers[0]!.reason);
  const names = wordList([...systems.values()], 3, "and");
  return passing.length === 1
    ? `Passes in ${names}.`
    : `${passing.length === 2 ? "Both" : `All ${passing.length}`} parts pass in ${names}.`;
}

/** "2 of 4 parts decided: load balancers and public sites were not read." */
function unknownReason<Kind extends string>(
  parts: readonly DecidedPart<Kind>[],
  older: readonly PartAnswer[],
  { now, phraseOf }: Words<Kind>,
): string {
  const asked = parts.filter(({ state }) => state !== "not asked");
  const decided = asked.filter(({ state }) => state !== "unknown").length;
  const open = asked.filter(({ state }) => state === "unknown");
  const clauses = [...doubtsOf(open, older, now, saysWho(parts, older)), ...unread(open), ...stale(open)];
  const kinds = [...new Set(open.flatMap(({ unanswered }) => unanswered))];
  const question = kinds.length > 0 ? `Say whether you use ${wordList(kinds.map(phraseOf), 3, "or")}.` : "";
  const head = asked.length > 1 ? `${decided} of ${asked.length} parts decided` : "Not decided";
  if (clauses.length > 0) return `${head}: ${asSentence(clauses.join("; "))}${question && ` ${question}`}`;
  return asked.length > 1 && decided > 0 ? `${head}. ${question}` : question;
}

/** What was answered and is not decided: the first, and how many more. */
function doubtsOf(open: readonly DecidedPart[], older: readonly PartAnswer[], now: Date, who: boolean): string[] {
  const own = open.flatMap(({ systems, elsewhere }) => [
    ...systems.flatMap(({ system, answers }) =>
      answers.filter((answer) => stateOf(answer, now) === "unknown").map((answer) => ({ who: system.name, answer })),
    ),
    ...elsewhere.filter(holdsBack).map((answer) => ({ who: answer.source, answer })),
  ]);
  const all = [...own, ...older.map((answer) => ({ who: answer.source, answer }))];
  const [first] = all;
  if (!first) return [];
  const more = all.length > 1 ? ` (and ${all.length - 1} more)` : "";
  // It stands after words that say the same.
  const reason = first.answer.reason.replace(/^Not decided: /, "").replace(/\.$/, "");
  return [`${who ? `${first.who}: ` : ""}${reason}${more}`];
}

/** Parts of which no system answered stand together; of the others the systems are named. */
function unread(open: readonly DecidedPart[]): string[] {
  const whole: string[] = [];
  const some: string[] = [];
  for (const { part, systems } of open) {
    const missing = systems.filter(({ state }) => state === "not read");
    if (missing.length === 0) continue;
    if (missing.length === systems.length) whole.push(part.noun);
    else some.push(`${part.noun} of ${names(missing)}`);
  }
  const all = [...whole, ...some];
  if (all.length === 0) return [];
  const were = all.length > 1 || isPlural(whole[0] ?? some[0]!.split(" of ")[0]!) ? "were" : "was";
  return [`${wordList(all, 3, "and")} ${were} not read`];
}

function stale(open: readonly DecidedPart[]): string[] {
  return open.flatMap(({ part, systems }) => {
    const old = systems.filter(({ state }) => state === "stale");
    const last = old.flatMap(({ answers }) => answers.map(({ observedAt }) => observedAt.getTime()));
    if (old.length === 0) return [];
    const when = calendarDate(new Date(Math.min(...last)));
    return [
      `${part.noun} of ${names(old)} ${isPlural(part.noun) ? "were" : "was"} last read on ${when}, too long ago to count`,
    ];
  });
}

const names = (systems: readonly { readonly system: AskedSystem }[]) =>
  wordList(
    systems.map(({ system }) => system.name),
    3,
    "and",
  );
