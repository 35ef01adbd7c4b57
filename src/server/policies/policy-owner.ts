import { sql } from "kysely";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { namesOf } from "../registers/record-rows.ts";
import { presentPolicy } from "./read-policies.ts";

interface Deps {
  readonly now: () => Date;
}

/** Refuses `policy-owner` for anybody but a person of the company's People who has not left. */
export async function refuseOwner(tx: Tx, companyId: string, ownerId: string | null, now: Date): Promise<void> {
  if (ownerId === null) return;
  const { rows } = await sql`SELECT FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'people'
    AND r.id = ${ownerId} AND r.ended_at IS NULL AND coalesce((r.fields ->> 'endsAt')::timestamptz > ${now}, true)`.execute(
    tx,
  );
  if (rows.length === 0) return fail("policy-owner");
}

/** The members whom tasks about policies go to, by the person who owns them. */
export async function readOwnerAccounts(
  tx: Tx,
  policies: readonly { readonly owner: object | null }[],
): Promise<ReadonlyMap<string, { readonly userId: string; readonly name: string }>> {
  if (policies.every(({ owner }) => owner === null)) return new Map();
  const rows = await callFunction(tx, "app.policy_owner_accounts", []);
  const nameOf = await namesOf(
    tx,
    rows.map(({ user_id: userId }) => userId),
  );
  return new Map(rows.map(({ person_id: personId, user_id: userId }) => [personId, nameOf(userId)]));
}

/** Chooses who owns a policy. */
export function policyOwners({ now }: Deps): Pick<HandlersOf<"policies">, "setOwner"> {
  return {
    setOwner: async ({ input: { policyId, ownerId }, caller, tx }) => {
      const { companyId } = caller;
      const at = now();
      const { rows } = await sql<{
        title: string;
        owner: string | null;
      }>`SELECT p.title, p.owner_person_id AS owner FROM app.policies p
        WHERE p.company_id = ${companyId} AND p.id = ${policyId}`.execute(tx);
      const { title, owner } = rows[0] ?? fail("not-found");
      if (owner === ownerId) return { answer: await presentPolicy(tx, caller, policyId, at), entry: "unchanged" };
      await refuseOwner(tx, companyId, ownerId, at);
      if (!(await callFunction(tx, "app.own_policy", [policyId, ownerId]))) return fail("not-found");
      return {
        answer: await presentPolicy(tx, caller, policyId, at),
        // Who it is stands in the register of people.
        entry: { subject: policyId, details: { title, owner: ownerId, before: owner } },
      };
    },
  };
}
