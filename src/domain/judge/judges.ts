import type { JudgeAnswer, JudgeQuestion, RunJudge } from "./contract.ts";
import { readJudgeAnswer } from "./read-answer.ts";

/** A judge whose code is the verifier's own. */
export interface OwnJudge {
  /** SHA-256 of its script, hexadecimal. */
  readonly sha256: string;
  judge(question: string): string;
}

/** What a verifier can judge with. */
export interface Judges {
  readonly own?: OwnJudge | undefined;
  /** Versions by the SHA-256 of their judge, hexadecimal: what these say is not their issuer's word, though they run apart, too. */
  readonly released?: Readonly<Record<string, string>> | undefined;
  /** Runs any other judge, apart from the verifier; without it what others judged is not judged again. */
  readonly run?: RunJudge | undefined;
  /** Unpacks reports that are packed with gzip; without it what was read from one is not judged again. */
  readonly gunzip?: ((packed: Uint8Array) => Promise<Uint8Array>) | undefined;
}

/** What became of a question: an answer, or why there is none. */
export type Asked =
  | { readonly answer: JudgeAnswer }
  | { readonly unasked: string }
  /** The judge answered nothing that can be read: it is no judge. */
  | { readonly fault: string };

/** Why what another judge said is not said again. */
export const ANOTHER_VERSION = "judged by another version";

/**
 * Asks the judge of this SHA-256: the verifier's own where it is that one, otherwise `code` where something runs it apart. The code of a
 * bundle never runs with the verifier's rights.
 */
export async function askJudge(
  { own, run }: Judges,
  { sha256, code }: { readonly sha256: string; readonly code: () => Promise<string | undefined> },
  question: JudgeQuestion,
): Promise<Asked> {
  const text = write(question);
  if (text === undefined) return { fault: "what its judge was given is nested too deeply" };
  if (own?.sha256 === sha256) return askOwn(own, text);
  const script = run && (await code());
  if (!run || script === undefined) return { unasked: ANOTHER_VERSION };
  const [ran] = await run(script, [text]);
  if (ran && "answer" in ran) return readAnswer(ran.answer);
  return { fault: ran ? `its judge was stopped (${ran.stopped}): ${ran.message}` : "its judge gave no answer" };
}

/** Undefined for what an issuer nested so deeply that it has no text here. */
function write(question: JudgeQuestion): string | undefined {
  try {
    return JSON.stringify(question);
  } catch {
    return undefined;
  }
}

function askOwn(own: OwnJudge, question: string): Asked {
  try {
    return readAnswer(own.judge(question));
  } catch {
    // It throws nothing, unless what it was given leaves it no room.
    return { fault: "its judge cannot judge what it was given" };
  }
}

function readAnswer(text: string): Asked {
  const answer = readJudgeAnswer(text);
  return answer ? { answer } : { fault: "its judge's answer cannot be read" };
}
