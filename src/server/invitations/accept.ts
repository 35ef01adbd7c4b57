import { callFunction } from "../db/functions.ts";
import { actAs } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { hashOf, idOf, refuseOutcome } from "./answered.ts";
import { refuseBroken } from "./refuse-broken.ts";

interface Deps {
  readonly now: () => Date;
}

/** Makes the caller a member, or an auditor, of the company that invited them. */
export function acceptInvitation({ now }: Deps): HandlersOf<"invitations">["accept"] {
  return async ({ input, caller: { userId }, tx }) => {
    const accepting = callFunction(tx, "app.accept_invitation", [hashOf(input), idOf(input), now()]);
    const [row] = await accepting.catch(refuseBroken);
    const { outcome, company_id: companyId = null, company_name: company = null, role = null } = row ?? {};
    const isIn = outcome === "joined" || outcome === "already-member";
    if (!isIn || companyId === null || company === null || role === null) return refuseOutcome(outcome);
    if (outcome === "already-member") return { answer: { outcome, companyId, company }, entry: "unchanged" };
    // The ledger hears of it even where the new member still has to bring a second factor.
    await actAs(tx, { userId, companyId, secondFactor: true });
    return { answer: { outcome, companyId, company }, entry: { subject: userId, details: { role, outcome } } };
  };
}
