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
  const base = { state: state as "waiting" | "working" | "done" | "failed", step, done, total };
  if (row.failure === null) return base;
  const name = (row.failure in failures ? row.failure : "unexpected") as FailureName;
  return { ...base, failure: { code: name, message: failures[name].says } };
}

const LOOK_MS = 250;

/** Yields each new state of long work until it has ended; the row is the truth, whichever process does the work. */
export async function* followProgress(read: () => Promise<ProgressRow>, signal: AbortSignal) {
  let last = "";
  while (!signal.aborted) {
    const progress = presentProgress(await read());
    const text = JSON.stringify(progress);
    if (text !== last) yield progress;
    last = text;
    if (progress.state === "done" || progress.state === "failed") return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      signal.addEventListener(
        "abort",
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
  }
}
