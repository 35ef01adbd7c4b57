import { timeNow } from "#web/clock.ts";
import { errorFrom, unreachable } from "#web/app-error.ts";
import { solverAddress } from "./worker-address.ts";

interface Challenge {
  readonly parameters: { readonly expiresAt: number };
}

/** A solved challenge as it travels, and for how many milliseconds it is good. */
export interface Proof {
  readonly payload: string;
  readonly lastsMs: number;
}

/** Asks the server for a challenge and works on it. Refuses when there is no answer, and rejects when work failed. */
export async function prove(signal: AbortSignal): Promise<Proof> {
  const answer = await fetch("/api/v1/human-check", { signal, cache: "no-store" }).catch((reason: unknown) => {
    throw signal.aborted ? reason : unreachable();
  });
  if (!answer.ok) throw errorFrom(answer.status, await answer.text());
  const begun = performance.now();
  const challenge = (await answer.json()) as Challenge;
  const solution = await solve(challenge, signal);
  const payload = btoa(JSON.stringify({ challenge, solution }));
  // By the server's clock: the visitor's may be wrong, and would expire what is good.
  const serverNow = Date.parse(answer.headers.get("date") ?? "") || timeNow().getTime();
  const lastsMs = challenge.parameters.expiresAt * 1000 - serverNow - (performance.now() - begun);
  return { payload, lastsMs };
}

function solve(challenge: Challenge, signal: AbortSignal): Promise<unknown> {
  const worker = new Worker(solverAddress, { type: "module" });
  return new Promise<unknown>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    worker.addEventListener("error", () => reject(new Error("The solver could not run.")));
    worker.addEventListener("message", ({ data }) =>
      data === null ? reject(new Error("The challenge has no solution.")) : resolve(data),
    );
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}
