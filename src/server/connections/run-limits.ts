import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";
import { asConnection, keepClaim, LeaseLost } from "./claims.ts";
import type { Claim, Progress } from "./claims.ts";

/** How a run may go on, and where it is. */
export interface RunLimits {
  /** The process stops, or the claim is lost: nothing more is done. */
  readonly stop: AbortSignal;
  /** The run's time is over: its steps end with what they have. */
  readonly over: AbortSignal;
  /** Either of them. */
  readonly either: AbortSignal;
  /** What the next sign of life says. */
  progress: Progress;
  isLost(): boolean;
  endAt(deadline: Date): void;
  close(): void;
}

/** A sign of life, in milliseconds of real time: well within the lease, and often enough for who watches. */
const BEAT_MS = 10_000;

interface Deps {
  readonly databases: { readonly user: Kysely<DB> };
  readonly now: () => Date;
}

/** Keeps the claim by signs of life from now on until it is closed, and watches the time. */
export function openLimits({ databases, now }: Deps, claim: Claim, stopping: AbortSignal): RunLimits {
  const lost = new AbortController();
  const over = new AbortController();
  let deadline: Date | undefined;
  const beat = async () => {
    if (deadline && now() >= deadline) over.abort(new Error("the time of the run is over"));
    try {
      await asConnection(databases.user, claim, (tx) => keepClaim(tx, claim, limits.progress, now()));
    } catch (error) {
      // A database that does not answer now is asked again; publishing asks in any case.
      if (error instanceof LeaseLost) lost.abort(error);
    }
  };
  const timer = setInterval(() => void beat(), BEAT_MS);
  timer.unref();
  const stop = AbortSignal.any([stopping, lost.signal]);
  const limits: RunLimits = {
    stop,
    over: over.signal,
    either: AbortSignal.any([stop, over.signal]),
    progress: { step: "", stepsDone: 0, stepsTotal: 0, items: 0, requests: 0 },
    isLost: () => lost.signal.aborted,
    endAt: (at) => {
      deadline = at;
      if (now() >= at) over.abort(new Error("the time of the run is over"));
    },
    close: () => clearInterval(timer),
  };
  return limits;
}
