import { sql } from "kysely";
import { MerkleTree } from "#domain/ledger/merkle.ts";
import { newestCheckpoint } from "../ledger/checkpoints.ts";
import { sha256 } from "../ledger/signer.ts";
import { refuse } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { HandlersOf } from "./handlers.ts";

export function ledgerHandlers({ signer }: Services): HandlersOf<"ledger"> {
  return {
    checkpoint: async ({ input, tx }) => {
      const checkpoint = await newestCheckpoint(tx, signer, input.companyId);
      const origin = signer.origin(input.companyId);
      return {
        origin,
        key: signer.vkey(origin),
        size: checkpoint.size,
        root: checkpoint.root.toString("base64"),
        checkpoint: checkpoint.note,
      };
    },
    consistency: async ({ input, tx }) => {
      const checkpoint = await newestCheckpoint(tx, signer, input.companyId);
      if (input.from > checkpoint.size) return refuse("not-found");
      const { rows } = await sql<{ leaf_hash: Buffer }>`SELECT leaf_hash FROM app.ledger_entries
        WHERE company_id = ${input.companyId} AND seq < ${checkpoint.size} ORDER BY seq`.execute(tx);
      const proof = new MerkleTree(
        sha256,
        rows.map((row) => row.leaf_hash),
      ).consistencyProof(input.from);
      return {
        from: input.from,
        to: checkpoint.size,
        proof: proof.map((hash) => Buffer.from(hash).toString("base64")),
      };
    },
  };
}
