import { sayLoss } from "#domain/ledger-loss.ts";
import { newestCheckpoint } from "./checkpoints.ts";
import { lossesOf } from "./losses.ts";
import { consistencyProofs, proofAsText } from "./read-tree.ts";
import { fail } from "../app-error.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { LedgerSigner } from "./ledger-signer.ts";

interface Deps {
  readonly signer: LedgerSigner;
}

export function ledgerHandlers({ signer }: Deps): HandlersOf<"ledger"> {
  return {
    checkpoint: async ({ input, tx }) => {
      const checkpoint = await newestCheckpoint(tx, signer, input.companyId);
      return {
        origin: checkpoint.origin,
        key: checkpoint.key,
        size: checkpoint.size,
        root: checkpoint.root.toString("base64"),
        checkpoint: checkpoint.note,
        losses: (await lossesOf(tx, input.companyId)).map(sayLoss),
      };
    },
    losses: async ({ input, tx }) => ({ losses: (await lossesOf(tx, input.companyId)).map(sayLoss) }),
    consistency: async ({ input, tx }) => {
      const checkpoint = await newestCheckpoint(tx, signer, input.companyId);
      if (input.from > checkpoint.size) return fail("not-found");
      const [proof] = await consistencyProofs(tx, checkpoint, [input.from]);
      return { from: input.from, to: checkpoint.size, proof: proofAsText(proof!) };
    },
  };
}
