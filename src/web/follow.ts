import type * as z from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import { openFailures } from "#contract/open-failures.ts";
import type { progress } from "#contract/fields.ts";
import { addressOf } from "./address.ts";
import { AppError, unreachable } from "./app-error.ts";

export type Progress = z.output<typeof progress>;

/** Connection attempts in a row that may fail before we say so. */
const patience = 5;

/**
 * Follows long work by server-sent events until it is done or cancelled, and refuses when it failed. The browser reconnects by
 * itself; every event carries the whole state, so nothing is lost in between.
 */
export function follow<I extends z.ZodType>(
  endpoint: Endpoint<"events", I, typeof progress>,
  input: z.input<I>,
  onProgress: (progress: Progress) => void,
): Promise<Progress> {
  return new Promise((resolve, reject) => {
    const source = new EventSource(addressOf(endpoint, input));
    let misses = 0;
    const stop = (outcome: () => void) => {
      source.close();
      outcome();
    };
    source.onmessage = (event: MessageEvent<string>) => {
      misses = 0;
      const now = JSON.parse(event.data) as Progress;
      onProgress(now);
      if (now.state === "done" || now.state === "cancelled") stop(() => resolve(now));
      if (now.state === "failed") stop(() => reject(failureOf(now)));
    };
    source.onerror = () => {
      misses += 1;
      if (source.readyState === EventSource.CLOSED || misses >= patience) stop(() => reject(unreachable()));
    };
  });
}

function failureOf(now: Progress): AppError {
  return new AppError({
    status: 500,
    code: now.failure?.code ?? "unexpected",
    message: now.failure?.message ?? openFailures.unexpected.message,
  });
}
