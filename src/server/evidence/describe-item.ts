import type { HandlersOf } from "../endpoints/handler.ts";
import type { LedgerSigner } from "../ledger/ledger-signer.ts";
import { custodyOf, presentVersion, versionsOf } from "./custody.ts";
import { proofOf } from "./item-proof.ts";
import { presentItem } from "./items.ts";
import { findWaiver } from "./waived.ts";
import { getItem } from "./open-item.ts";
import { recordView } from "./record-view.ts";

interface Deps {
  readonly signer: LedgerSigner;
}

/**
 * An item with its custody, its versions and its proof; looking at a privileged one is on record before it is answered. Refuses
 * `not-found`.
 */
export function describeItem({ signer }: Deps): HandlersOf<"evidence">["get"] {
  return async ({ input, tx, caller }) => {
    const item = await getItem(tx, input.companyId, input.evidenceId);
    const versions = await versionsOf(tx, input.companyId, item);
    const lifted = item.matter_id === null ? ((await findWaiver(tx, item.id)) ?? null) : null;
    const answer = {
      item: presentItem(item),
      lifted,
      validity: item.controls.map((control, at) => ({ control, until: item.controls_until[at]!.toISOString() })),
      versions: { older: presentVersion(versions.older), newer: presentVersion(versions.newer) },
      custody: await custodyOf(tx, input.companyId, item, { newer: versions.newer, lifted }),
      proof: await proofOf(signer, tx, input.companyId, item),
    };
    // Last: it locks the ledger, which has to be free where the proof is signed for now. Nothing is answered before it is committed.
    await recordView(tx, caller, item, "opened");
    return answer;
  };
}
