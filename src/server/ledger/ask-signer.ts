import { sql } from "kysely";
import type { Databases } from "../db/connections.ts";
import { formatVkey } from "#domain/ledger/signed-note.ts";
import { refuse } from "../refusal.ts";
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
  patienceMs = 20_000,
): LedgerSigner {
  const answers = awaitAnswers(workerPool, patienceMs);
  let known: LedgerNames | undefined;
  const ask = async (asking: Promise<{ rows: readonly { readonly id: string }[] }>): Promise<string | null> => {
    const { failure, note } = await answers.of((await asking).rows[0]!.id);
    if (failure === "anchor-lost" || failure === "ledger-forked") refuse(failure);
    if (failure === "not in the ledger") throw new NotInLedger();
    if (failure !== null) throw new Error("the signer failed; its log says at what");
    return note;
  };
  return {
    names: async () => (known ??= (await readNames(worker)) ?? refuse("signer-unavailable")),
    signCheckpoints: async (companyId) => {
      await ask(sql<{ id: string }>`SELECT app.ask_for_checkpoint(${companyId}) AS id`.execute(worker));
    },
    signManifest: async ({ companyId, exportId, sha256: hash, size }) =>
      (await ask(
        sql<{ id: string }>`SELECT app.ask_for_manifest(${companyId}, ${exportId}, ${hash}, ${size}) AS id`.execute(
          worker,
        ),
      ))!,
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
