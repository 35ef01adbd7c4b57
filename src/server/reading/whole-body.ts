import type { FailureName } from "#contract/failures.ts";
import { AppError, fail } from "../app-error.ts";

/** What a body may be: how large, what is refused beyond that, and how long it may take to arrive in milliseconds. */
interface BodyBounds {
  readonly most: number;
  readonly failure: FailureName;
  readonly ms: number;
}

/** All of a file that arrives in time. Refuses `request-timeout`, and what is larger. */
export async function wholeBody(
  chunks: AsyncIterable<Uint8Array>,
  { most, failure, ms }: BodyBounds,
): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let size = 0;
  const iterator = chunks[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError("request-timeout")), ms);
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
    clearTimeout(timer);
  }
  return Buffer.concat(all);
}
