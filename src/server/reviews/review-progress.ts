import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";

/** A review as its task says it. */
interface ReviewProgress {
  readonly id: string;
  readonly name: string;
  readonly dueOn: string;
  readonly closedAt: Date | null;
  readonly isCancelled: boolean;
  /** Of one that is open, how many accounts nobody has decided on, and how many systems were not read. */
  readonly left: number;
  readonly notRead: number;
}

/** All reviews of a company, newest first, as far as tasks ask for them: in one statement, and of those that ended no system is read. */
export async function readProgress(tx: Tx, companyId: string): Promise<readonly ReviewProgress[]> {
  const { rows } =
    await sql<ReviewProgress>`SELECT r.id, r.name, to_char(r.due_on, 'YYYY-MM-DD') AS "dueOn", r.closed_at AS "closedAt",
      r.cancelled_because IS NOT NULL AS "isCancelled", c.left, c."notRead"
    FROM app.reviews r CROSS JOIN LATERAL (SELECT coalesce(sum(coalesce(p.accounts, 0) - coalesce(d.decided, 0)), 0)::integer AS left,
        (count(*) FILTER (WHERE p.frozen_at IS NULL))::integer AS "notRead"
      FROM app.review_populations p
      LEFT JOIN LATERAL (SELECT sum(c.keep + c.change + c.remove) AS decided FROM app.review_counts c
        WHERE c.company_id = p.company_id AND c.population_id = p.id) d ON true
      WHERE p.company_id = r.company_id AND p.review_id = r.id AND r.closed_at IS NULL) c
    WHERE r.company_id = ${companyId} ORDER BY r.number DESC`.execute(tx);
  return rows;
}
