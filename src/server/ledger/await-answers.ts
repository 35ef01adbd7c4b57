import type { Pool } from "pg";
import type { Logger } from "pino";
import { callFunction } from "../db/functions.ts";
import { listen } from "../db/listen.ts";
import { AppError } from "../app-error.ts";

/** What became of a request to the signer. */
export interface Answer {
  readonly failure: string | null;
  readonly note: string | null;
}

interface Waiting {
  readonly until: number;
  readonly settle: (answer: Answer | AppError) => void;
}

/** For so long it is waited while the last one who waited got no answer: those who ask hold connections that others need. */
const SHORT_MS = 1_000;
/** So often it is looked whether there is an answer, whether or not the database told of one. */
const LOOK_MS = 250;

/**
 * Waits for answers of the signer, all in one: the database tells of each, and is asked again and again in case that is not heard.
 * One connection of the pool listens as long as somebody waits. After `patienceMs` a wait is refused with `signer-unavailable`, and sooner
 * while the signer is known to be silent.
 */
export function awaitAnswers(pool: Pool, log: Logger, patienceMs: number): { of(id: string): Promise<Answer> } {
  const waiting = new Map<string, Waiting[]>();
  let hurry = () => {};
  let isSilent = false;
  let following: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    for (const { id, ...answer } of await callFunction(pool, "app.signing_answers", [[...waiting.keys()]])) {
      for (const { settle } of waiting.get(id) ?? []) settle(answer);
      waiting.delete(id);
      isSilent = false;
    }
  };
  const giveUp = (at: number): void => {
    for (const [id, all] of waiting) {
      const left = all.filter(({ until }) => until > at);
      if (left.length < all.length) isSilent = true;
      for (const item of all) if (!left.includes(item)) item.settle(new AppError("signer-unavailable"));
      if (left.length > 0) waiting.set(id, left);
      else waiting.delete(id);
    }
  };
  const follow = async (): Promise<void> => {
    const listener = listen(pool, "exhibit_signed", () => hurry(), log);
    while (waiting.size > 0) {
      let timer: NodeJS.Timeout | undefined;
      const rest = new Promise<void>((resolve) => {
        hurry = resolve;
        timer = setTimeout(resolve, LOOK_MS);
      });
      // A database that is away for a moment is asked again.
      await look().catch(() => {});
      giveUp(performance.now());
      if (waiting.size > 0) await rest;
      clearTimeout(timer);
    }
    await listener.stop();
  };
  const start = (): void => {
    following ??= follow().finally(() => {
      following = undefined;
      // Somebody came while the last one left.
      if (waiting.size > 0) start();
    });
  };
  return {
    of: (id) =>
      new Promise((resolve, reject) => {
        const settle = (answer: Answer | AppError) => (answer instanceof AppError ? reject(answer) : resolve(answer));
        const patience = isSilent ? Math.min(SHORT_MS, patienceMs) : patienceMs;
        waiting.set(id, [...(waiting.get(id) ?? []), { until: performance.now() + patience, settle }]);
        start();
        hurry();
      }),
  };
}
