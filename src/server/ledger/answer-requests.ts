import type { Pool } from "pg";
import type { Logger } from "pino";
import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import { listen } from "../db/listen.ts";
import { isDatabaseAway, AppError } from "../app-error.ts";
import { NotInLedger } from "./ledger-signer.ts";
import type { LedgerSigner } from "./ledger-signer.ts";

type SigningRequest = RowOf<"app.take_signing_requests">;

/** So many are worked on side by side. */
const AT_ONCE = 4;
/** How often it is looked for requests: while the database tells of each, and while that cannot be heard. */
const [TOLD_MS, UNTOLD_MS] = [1_000, 250];

/**
 * The signer's work: answers each request that stands in its table, whoever asks, until it is stopped. Any number of processes may do
 * it; one that is killed leaves its requests to the next.
 */
export function answerRequests(pool: Pool, signer: LedgerSigner, log: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ongoing = new Map<string, Promise<void>>();
  let wake = () => {};
  const answer = async (request: SigningRequest): Promise<void> => {
    const [failure, note] = await outcomeOf(signer, request, log);
    await callFunction(pool, "app.answer_signing_request", [request.id, failure, note]);
  };
  const take = async (): Promise<void> => {
    const room = AT_ONCE - ongoing.size;
    if (room <= 0) return;
    for (const request of await callFunction(pool, "app.take_signing_requests", [room, [...ongoing.keys()]])) {
      const answering = answer(request)
        .catch((error: unknown) =>
          log.warn({ err: error }, "a request to sign was not answered and will be tried again"),
        )
        .finally(() => {
          ongoing.delete(request.id);
          wake();
        });
      ongoing.set(request.id, answering);
    }
  };
  const listener = listen(pool, "exhibit_signing", () => wake(), log);
  const working = (async () => {
    while (!signal.aborted) {
      let timer: NodeJS.Timeout | undefined;
      const rest = new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, listener.hears() ? TOLD_MS : UNTOLD_MS);
      });
      await take().catch((error: unknown) => log.debug({ err: error }, "requests to sign cannot be read now"));
      if (!signal.aborted) await rest;
      clearTimeout(timer);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      wake();
      await working;
      await Promise.all([...ongoing.values(), listener.stop()]);
    },
  };
}

/** What is written into the row: why nothing was signed, and what was. */
async function outcomeOf(
  signer: LedgerSigner,
  { kind, company_id: companyId, export_id: exportId, manifest_sha256: sha256, manifest_size: size }: SigningRequest,
  log: Logger,
): Promise<[failure: string | null, note: string | null]> {
  try {
    if (kind === "manifest") {
      // A constraint of the table: a request for a manifest names one.
      if (exportId === null || sha256 === null || size === null) throw new Error("a manifest to sign is not named");
      return [null, await signer.signManifest({ companyId, exportId, sha256, size })];
    }
    await signer.signCheckpoints(companyId);
    return [null, null];
  } catch (error) {
    if (error instanceof AppError && (error.failure === "anchor-lost" || error.failure === "ledger-forked"))
      return [error.failure, null];
    // Whoever comes next may reach it.
    if (isDatabaseAway(error)) throw error;
    log.error({ err: error, companyId, exportId }, "the signer refused or failed");
    return [error instanceof NotInLedger ? "not in the ledger" : "unexpected", null];
  }
}
