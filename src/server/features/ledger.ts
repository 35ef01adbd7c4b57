import { sayLoss } from "#domain/ledger-loss.ts";
import { newestCheckpoint } from "../ledger/checkpoints.ts";
import { lossesOf } from "../ledger/losses.ts";
import { consistencyProofs, proofAsText } from "../ledger/read-tree.ts";
import { refuse } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { HandlersOf } from "./handlers.ts";

export function ledgerHandlers({ signer }: Services): HandlersOf<"ledger"> {
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
      if (input.from > checkpoint.size) return refuse("not-found");
      const [proof] = await consistencyProofs(tx, checkpoint, [input.from]);
      return { from: input.from, to: checkpoint.size, proof: proofAsText(proof!) };
    },
  };
}
