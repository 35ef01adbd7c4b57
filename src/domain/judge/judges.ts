import type { JudgeAnswer, JudgeQuestion, RunJudge } from "./contract.ts";

/** A judge whose code is the verifier's own. */
export interface OwnJudge {
  /** SHA-256 of its script, hexadecimal. */
  readonly sha256: string;
  judge(question: string): string;
}

/** What a verifier can judge with. */
export interface Judges {
  readonly own?: OwnJudge | undefined;
  /** Runs any other judge, apart from the verifier; without it what others judged is not judged again. */
  readonly run?: RunJudge | undefined;
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
  const text = JSON.stringify(question);
  if (own?.sha256 === sha256) return readAnswer(own.judge(text));
  const script = run && (await code());
  if (!run || script === undefined) return { unasked: ANOTHER_VERSION };
  const [ran] = await run(script, [text]);
  if (ran && "answer" in ran) return readAnswer(ran.answer);
  return { fault: ran ? `its judge was stopped (${ran.stopped}): ${ran.message}` : "its judge gave no answer" };
}

function readAnswer(text: string): Asked {
  try {
    const answer = JSON.parse(text) as JudgeAnswer;
    if (["parts", "controls", "none"].includes(answer.kind)) return { answer };
  } catch {
    // Said below.
  }
  return { fault: "its judge's answer cannot be read" };
}
