import { sql } from "kysely";
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
    const { rows } = await sql<{
      outcome: string;
      company_id: string;
      company_name: string;
      role: string;
    }>`SELECT * FROM app.accept_invitation(${hashOf(input)}, ${idOf(input)}, ${now()})`
      .execute(tx)
      .catch(refuseBroken);
    const row = rows[0];
    if (!row || (row.outcome !== "joined" && row.outcome !== "already-member")) return refuseOutcome(row?.outcome);
    const { outcome, company_id: companyId, company_name: company, role } = row;
    if (outcome === "already-member") return { answer: { outcome, companyId, company }, entry: "unchanged" };
    // The ledger hears of it even where the new member still has to bring a second factor.
    await actAs(tx, { userId, companyId, secondFactor: true });
    return { answer: { outcome, companyId, company }, entry: { subject: userId, details: { role, outcome } } };
  };
}
