import type { FailureName } from "#contract/failures.ts";
import { AppError, fail } from "../app-error.ts";

/** What a body may be: how large, what is refused beyond that, and how long it may take to arrive in milliseconds. */
interface BodyBounds {
  readonly most: number;
  readonly failure: FailureName;
  readonly ms: number;
  /** At least so many bytes arrive in each stretch of so many milliseconds, where others wait for the place of one that drips. */
  readonly pace?: { readonly bytes: number; readonly ms: number };
}

/** All of a file that arrives in time, and not by drops. Refuses `request-timeout`, and what is larger. */
export async function wholeBody(
  chunks: AsyncIterable<Uint8Array>,
  { most, failure, ms, pace }: BodyBounds,
): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let size = 0;
  const iterator = chunks[Symbol.asyncIterator]();
  const timers: NodeJS.Timeout[] = [];
  const tooLate = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new AppError("request-timeout"));
    timers.push(setTimeout(refuse, ms));
    let before = 0;
    const look = () => {
      if (pace && size - before < pace.bytes) refuse();
      before = size;
    };
    if (pace) timers.push(setInterval(look, pace.ms));
  });
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), tooLate]);
      if (next.done) break;
      size += next.value.length;
      if (size > most) fail(failure);
      all.push(next.value);
    }
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
  return Buffer.concat(all);
}
