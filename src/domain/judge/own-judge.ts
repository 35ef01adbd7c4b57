import type { OwnJudge } from "./judges.ts";

/** What a built verifier has at its end, and its sources do not: `scripts/judge-footer.ts` writes it. */
declare const exhibitOwnJudge: (() => OwnJudge) | undefined;

/** The judge that a built verifier holds; undefined in its sources. */
export function embeddedJudge(): OwnJudge | undefined {
  return typeof exhibitOwnJudge === "function" ? exhibitOwnJudge() : undefined;
}
