/** Whoever was reading has gone; what is still being produced has no use. */
export class ReaderLeft extends Error {}

/**
 * Turns a producer that writes into a stream that is read. The producer waits in `write` until the reader has taken
 * the chunk, so no more than one is ever held; when the reader leaves, the pending `write` throws.
 */
export async function* pushToPull(
  produce: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let offered: Uint8Array | undefined;
  let taken: (() => void) | undefined;
  let abandoned: ((reason: Error) => void) | undefined;
  let arrived = () => {};
  let left = false;
  const write = (chunk: Uint8Array) =>
    left
      ? Promise.reject(new ReaderLeft())
      : new Promise<void>((resolve, reject) => {
          offered = chunk;
          taken = resolve;
          abandoned = reject;
          arrived();
        });
  let ended = false;
  let failure: unknown;
  const producing = produce(write).then(
    () => {
      ended = true;
      arrived();
    },
    (error: unknown) => {
      ended = true;
      failure = error ?? new Error("the producer failed");
      arrived();
    },
  );
  try {
    for (;;) {
      if (offered === undefined && !ended) await new Promise<void>((resolve) => (arrived = resolve));
      if (offered !== undefined) {
        const chunk = offered;
        offered = undefined;
        yield chunk;
        taken?.();
        continue;
      }
      if (ended) break;
    }
    if (failure !== undefined) throw failure as Error;
  } finally {
    left = true;
    abandoned?.(new ReaderLeft());
    await producing;
  }
}
