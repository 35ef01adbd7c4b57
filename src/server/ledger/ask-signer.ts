import type { Logger } from "pino";
import { callFunction } from "../db/functions.ts";
import type { Databases } from "../db/connections.ts";
import { formatVkey } from "#domain/ledger/signed-note.ts";
import { fail } from "../app-error.ts";
import { awaitAnswers } from "./await-answers.ts";
import { NotInLedger } from "./ledger-signer.ts";
import type { LedgerNames, LedgerSigner } from "./ledger-signer.ts";
import { originOf } from "./origin.ts";
import { sha256 } from "./sha256.ts";

/**
 * The signer of a process that does not hold the key: it asks the one that does, by a row. Whoever waits longer than `patienceMs` is
 * refused with `signer-unavailable`.
 */
export function askSigner(
  { worker, workerPool }: Pick<Databases, "worker" | "workerPool">,
  log: Logger,
  patienceMs = 20_000,
): LedgerSigner {
  const answers = awaitAnswers(workerPool, log, patienceMs);
  let known: LedgerNames | undefined;
  const ask = async (asking: Promise<string>): Promise<string | null> => {
    const { failure, note } = await answers.of(await asking);
    if (failure === "anchor-lost" || failure === "ledger-forked") fail(failure);
    if (failure === "not in the ledger") throw new NotInLedger();
    // The place for anchors may be away: whoever comes again may be answered, and the log of the signer says at what it failed.
    if (failure !== null) fail("signer-unavailable", new Error("the signer failed; its log says at what"));
    return note;
  };
  const askForCheckpoint = sharedByKey((companyId) => callFunction(worker, "app.ask_for_checkpoint", [companyId]));
  return {
    names: async () => (known ??= (await readNames(worker)) ?? fail("signer-unavailable")),
    signCheckpoints: async (companyId) => {
      await ask(askForCheckpoint(companyId));
    },
    signManifest: async ({ companyId, exportId, sha256: hash, size }) =>
      (await ask(callFunction(worker, "app.ask_for_manifest", [companyId, exportId, hash, size])))!,
  };
}

/**
 * Calls `work` once for all who ask for the same key while an earlier call for it runs. Whoever comes shares the call that begins after
 * them, never one that began before.
 */
function sharedByKey<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  const next = new Map<string, Promise<T>>();
  const start = (key: string): Promise<T> => {
    const call = work(key).finally(() => running.get(key) === call && running.delete(key));
    running.set(key, call);
    return call;
  };
  return (key) => {
    const current = running.get(key);
    if (!current) return start(key);
    const waiting =
      next.get(key) ??
      current.then(
        () => (next.delete(key), start(key)),
        () => (next.delete(key), start(key)),
      );
    next.set(key, waiting);
    return waiting;
  };
}

async function readNames(worker: Databases["worker"]): Promise<LedgerNames | undefined> {
  const row = await worker
    .selectFrom("app.instance_keys")
    .select(["public_key", "origin"])
    .where("name", "=", "ledger")
    .executeTakeFirst();
  return (
    row && {
      origin: (companyId, generation = 1) => originOf(row.origin, companyId, generation),
      vkey: (name) => formatVkey(sha256, name, row.public_key),
    }
  );
}
