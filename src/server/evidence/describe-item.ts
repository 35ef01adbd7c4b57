import type { HandlersOf } from "../endpoints/handler.ts";
import type { LedgerSigner } from "../ledger/ledger-signer.ts";
import { custodyOf, presentVersion, versionsOf } from "./custody.ts";
import { proofOf } from "./item-proof.ts";
import { presentItem } from "./items.ts";
import { findWaiver } from "./waived.ts";
import { getItem } from "./open-item.ts";
import { can } from "#domain/access.ts";
import type { Caller } from "../endpoints/caller.ts";
import { erasability } from "./erase.ts";
import { findDamage } from "./find-damage.ts";
import { erasureOf, seeWithdrawn, withdrawalsOf } from "./withdrawn.ts";
import type { Withdrawal } from "./withdrawn.ts";
import { recordView } from "./record-view.ts";

interface Deps {
  readonly signer: LedgerSigner;
  readonly now: () => Date;
}

/**
 * An item with its custody, its versions and its proof; looking at a privileged one is on record before it is answered. Refuses
 * `not-found`.
 */
export function describeItem({ signer, now }: Deps): HandlersOf<"evidence">["get"] {
  return async ({ input, tx, caller }) => {
    // Members reach a withdrawn item by its address, and restore it there.
    if (caller.role !== "auditor") await seeWithdrawn(tx);
    const item = await getItem(tx, input.companyId, input.evidenceId);
    const versions = await versionsOf(tx, input.companyId, item);
    const waived = item.matter_id === null ? ((await findWaiver(tx, item.id)) ?? null) : null;
    const withdrawals = await withdrawalsOf(tx, input.companyId, item.id);
    const standing = item.withdrawal_id === null ? undefined : withdrawals.at(-1);
    const erasure = item.erased_at === null ? undefined : await erasureOf(tx, input.companyId, item.id);
    const answer = {
      item: presentItem(item),
      waived,
      withdrawal: standing ? { at: standing.at.toISOString(), by: standing.by, reason: standing.reason } : null,
      mends: mayMend(caller, item, standing),
      erasure: erasure
        ? {
            at: erasure.at.toISOString(),
            by: erasure.by,
            reason: erasure.reason,
            removedAt: erasure.removedAt?.toISOString() ?? null,
          }
        : null,
      ...(await erasability(tx, caller, item, now())),
      damage: await findDamage(tx, input.companyId, item.id),
      validity: item.controls.map((control, at) => ({ control, until: item.controls_until[at]!.toISOString() })),
      versions: { older: presentVersion(versions.older), newer: presentVersion(versions.newer) },
      custody: await custodyOf(tx, input.companyId, item, { newer: versions.newer, waived, withdrawals, erasure }),
      proof: await proofOf(signer, tx, input.companyId, item),
    };
    // Last: it locks the ledger, which has to be free while the proof is signed. Nothing is answered before it is committed.
    await recordView(tx, caller, item, "opened");
    return answer;
  };
}

/** Admins mend everything; members what they filed, and what they withdrew. The database decides by the same rule. */
function mayMend(
  { role, userId, token }: Caller,
  item: { filed_by: string; matter_id: string | null; erased_at: Date | null },
  standing: Withdrawal | undefined,
): boolean {
  if (!can(role, "evidence.withdraw") || token !== undefined || item.matter_id !== null || item.erased_at) return false;
  return role !== "member" || userId === (standing ? standing.byId : item.filed_by);
}
