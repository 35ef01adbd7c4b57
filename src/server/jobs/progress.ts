import { setTimeout } from "node:timers/promises";
import { failures } from "#contract/failures.ts";
import type { FailureName } from "#contract/failures.ts";

interface ProgressRow {
  readonly state: string;
  readonly step: string;
  readonly done: number;
  readonly total: number;
  readonly failure: string | null;
}

/** Long work as the API shows it; a failure carries its sentence from the catalogue. */
export function presentProgress(row: ProgressRow) {
  const { state, step, done, total } = row;
  const base = { state: state as "waiting" | "working" | "done" | "failed" | "cancelled", step, done, total };
  if (row.failure === null) return base;
  const name = (row.failure in failures ? row.failure : "unexpected") as FailureName;
  return { ...base, failure: { code: name, message: failures[name].message } };
}

const LOOK_MS = 250;
const LOOK_AT_MOST_MS = 2_000;
/** Work that has not moved for so long is not waited for: an export that nobody downloads, for one. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Yields each new state of long work until it has ended; the row is the truth, whichever process does the work. Looks
 * less often while nothing moves, and ends when nothing has for ten minutes.
 */
export async function* followProgress(read: () => Promise<ProgressRow>, signal: AbortSignal) {
  let last = "";
  let wait = LOOK_MS;
  for (let still = 0; still < PATIENCE_MS && !signal.aborted; still += wait) {
    const progress = presentProgress(await read());
    const text = JSON.stringify(progress);
    if (text === last) {
      wait = Math.min(LOOK_AT_MOST_MS, wait * 1.5);
    } else {
      yield progress;
      [last, wait, still] = [text, LOOK_MS, 0];
    }
    if (progress.state !== "waiting" && progress.state !== "working") return;
    await setTimeout(wait, undefined, { signal }).catch(() => {});
  }
}
