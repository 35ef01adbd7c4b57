import { Engine } from "./engine.ts";
import type { Outcome, Platform, Value } from "./engine.ts";
import { restrictGlobals } from "./restricted-globals.ts";

/** What one judge may take. */
export interface SandboxBounds {
  /** Of the judge's own objects. */
  readonly memoryBytes: number;
  /** For its script, and for each question, in steps of the engine: the same on every machine. */
  readonly steps: number;
  /** Besides, for each character of the question. */
  readonly stepsPerCharacter: number;
  /** Characters of an answer. */
  readonly answerLength: number;
}

/** Why there is no answer. */
export type SandboxFailure = "threw" | "out-of-time" | "out-of-memory" | "not-a-judge";

/** The answer's text, or why there is none; the message is a sentence without anything of the machine. */
export type SandboxAnswer =
  | { readonly answer: string }
  | { readonly failure: SandboxFailure; readonly message: string };

/** A judge that can be asked. */
export interface JudgeSandbox {
  judge(question: string): SandboxAnswer;
}

/** Between two interruptions QuickJS counts so many loops and calls. */
const STEPS_OF_A_TURN = 10_000;
const LONGEST_MESSAGE = 200;

const outOfTime = { failure: "out-of-time", message: "The judge took more steps than one may." } as const;
const outOfMemory = { failure: "out-of-memory", message: "The judge took more memory than one may." } as const;
const notAJudge = (message: string) => ({ failure: "not-a-judge", message }) as const;

/**
 * Reads a judge's script, apart from everything: it has the language, its question, and nothing else. Each question is put to the judge
 * as it was when its script had ended, down to the last byte, so that an answer depends on its question alone, and no failure lasts.
 * Steps and memory are bound; functions of the engine that loop inside of themselves count no steps, and need a thread that can be ended.
 */
export async function openSandbox(
  platform: Platform,
  code: string,
  bounds: SandboxBounds,
): Promise<JudgeSandbox | Extract<SandboxAnswer, { failure: unknown }>> {
  const engine = await Engine.start(platform, bounds.memoryBytes);
  const own = valueOf(engine.evaluate(restrictGlobals));
  const ask = (which: string) => valueOf(engine.call(own, which));
  const word = ask("words");
  engine.allow(turnsFor(bounds, code.length));
  const read = engine.evaluate(code);
  if (!("value" in read)) return failureOf(engine, word, read);
  const judge = engine.call(own, "judge");
  if (!("value" in judge)) return failureOf(engine, word, judge);
  if (engine.typeOf(judge.value) !== "function")
    return notAJudge("The script does not set globalThis.exhibitJudge to a version and a function named judge.");
  engine.keep();
  return {
    judge: (question) => {
      if (question.includes("\0")) return notAJudge("A question is JSON, and JSON has no character zero.");
      engine.allow(turnsFor(bounds, question.length));
      const answer = readAnswer(engine, word, engine.call(judge.value, question), bounds.answerLength);
      engine.putBack();
      return answer;
    },
  };
}

function turnsFor({ steps, stepsPerCharacter }: SandboxBounds, characters: number): number {
  return Math.ceil((steps + stepsPerCharacter * characters) / STEPS_OF_A_TURN);
}

/** Of what is ours and cannot fail. */
function valueOf(outcome: Outcome): Value {
  if (!("value" in outcome)) throw new Error("the sandbox does not begin");
  return outcome.value;
}

function readAnswer(engine: Engine, word: Value, outcome: Outcome, most: number): SandboxAnswer {
  if (!("value" in outcome)) return failureOf(engine, word, outcome);
  try {
    const type = engine.typeOf(outcome.value);
    if (type !== "string") return notAJudge(`The judge answered with ${type ?? "something else"}, not with a text.`);
    const answer = engine.textOf(outcome.value, most);
    return answer === undefined ? notAJudge("The judge's answer is no text, or far too long.") : { answer };
  } catch {
    return outOfMemory;
  }
}

function failureOf(engine: Engine, word: Value, outcome: Exclude<Outcome, { value: Value }>) {
  // Nothing of the judge may run again after its time.
  if (engine.isOver) return outOfTime;
  if ("stopped" in outcome) return outOfMemory;
  const worded = engine.call(word, outcome.thrown);
  if (engine.isOver) return outOfTime;
  const said = "value" in worded ? messageOf(engine, worded.value) : undefined;
  if (said === "InternalError: out of memory") return outOfMemory;
  return { failure: "threw", message: said ?? "The judge threw something that cannot be said." } as const;
}

function messageOf(engine: Engine, value: Value): string | undefined {
  try {
    const text = engine.textOf(value, 1 << 16);
    return text === undefined ? undefined : oneLine(text);
  } catch {
    return undefined;
  }
}

/** What a terminal or a page can show without harm. */
function oneLine(text: string): string {
  const plain = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  return plain.length <= LONGEST_MESSAGE ? plain : `${plain.slice(0, LONGEST_MESSAGE).toWellFormed()}…`;
}
