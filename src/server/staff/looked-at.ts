import { sql } from "kysely";
import { plainArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import type { MovedPerson } from "../registers/moved-people.ts";
import type { OpenAccount } from "../registers/owned-accounts.ts";

const words: Readonly<Record<string, string>> = {
  keep: "Kept in a review",
  change: "To be changed, as a review decided",
  remove: "To be removed, as a review decided",
};

/**
 * What was done about an account since its owner's role changed: a review decided on it, or a second person approved access to its system.
 * Answers undefined for an account that nobody has looked at since.
 */
export async function readLooks(
  tx: Tx,
  companyId: string,
  moved: readonly MovedPerson[],
): Promise<(person: MovedPerson, account: OpenAccount) => string | undefined> {
  if (moved.length === 0) return () => undefined;
  const ids = plainArray(moved.map(({ id }) => id));
  const { rows: decided } = await sql<{
    person: string;
    provider: string;
    scope: string;
    id: string;
    decision: string;
    at: Date;
  }>`SELECT w.person_id AS person, k.provider, k.account_id AS scope, w.account_id AS id, d.decision, d.decided_at AS at
    FROM app.review_rows w
    JOIN app.review_populations p ON p.company_id = w.company_id AND p.id = w.population_id
    JOIN app.reviews v ON v.company_id = p.company_id AND v.id = p.review_id AND v.cancelled_because IS NULL
    JOIN app.connections k ON k.company_id = p.company_id AND k.id = p.connection_id
    CROSS JOIN LATERAL (SELECT d.decision, d.decided_at FROM app.review_decisions d
      WHERE d.company_id = w.company_id AND d.row_id = w.id ORDER BY d.ledger_index DESC LIMIT 1) d
    WHERE w.company_id = ${companyId} AND w.person_id = ANY (${ids}::uuid[]) AND d.decision <> 'none'`.execute(tx);
  const { rows: granted } = await sql<{
    person: string;
    source: string;
    number: number;
    at: Date;
  }>`SELECT r.fields ->> 'personId' AS person, k.source, r.number::integer AS number, r.approved_at AS at
    FROM app.records r JOIN app.connections k ON k.company_id = r.company_id AND k.system_id::text = r.fields ->> 'systemId'
    WHERE r.company_id = ${companyId} AND r.register = 'access-requests' AND r.ended_at IS NULL AND r.approved_at IS NOT NULL
      AND (r.fields ->> 'personId')::uuid = ANY (${ids}::uuid[])`.execute(tx);
  return (person, account) => {
    const isLater = (row: { readonly person: string; readonly at: Date }) =>
      row.person === person.id && person.at < row.at;
    const row = decided.find(
      ({ provider, scope, id, ...own }) =>
        isLater(own) && provider === account.provider && scope === account.scope && id === account.id,
    );
    if (row) return words[row.decision];
    const request = granted.find((own) => isLater(own) && own.source === account.source);
    return request && `ACC-${request.number} was approved`;
  };
}
