import { sql } from "kysely";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { permissions } from "#domain/permissions.ts";
import type { ReviewDecision } from "#domain/reviews/review.ts";
import { UNUSED_DAYS } from "#domain/reviews/review.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import type { Caller } from "../endpoints/caller.ts";
import { namesOf } from "../registers/record-rows.ts";

type Answer = z.input<typeof contract.reviews.accounts.output>;

interface Asked {
  readonly reviewId: string;
  readonly populationId: string;
  readonly after: number;
  readonly limit: number;
}

interface Row {
  readonly id: string;
  readonly number: number;
  readonly account_id: string;
  readonly label: string;
  readonly class: string | null;
  readonly administrator: boolean | null;
  readonly last_sign_in: string | null;
  readonly unused: boolean;
  readonly person_id: string | null;
  readonly person: string | null;
  readonly reviewer_id: string;
  readonly own: boolean;
  readonly open: boolean;
  readonly decision: ReviewDecision | "none" | null;
  readonly reason: string;
  readonly decided_by: string;
  readonly decided_at: Date;
  readonly alone: boolean;
}

/** Accounts of a population in the order in which they are decided. Refuses `not-found`. */
export async function readAccounts(tx: Tx, caller: Caller, { reviewId, populationId, after, limit }: Asked) {
  const { companyId, userId, role } = caller;
  const { rows: found } = await sql`SELECT FROM app.review_populations p
    WHERE p.company_id = ${companyId} AND p.review_id = ${reviewId} AND p.id = ${populationId}`.execute(tx);
  if (found.length === 0) return fail("not-found");
  const others = Number(await callFunction(tx, "app.document_reviewers", [])) > 1;
  const { rows } =
    await sql<Row>`SELECT w.id, w.number, w.account_id, w.label, w.class, w.administrator, w.last_sign_in,
      coalesce(w.last_sign_in = 'never' OR w.last_sign_in
        < to_char(p.frozen_at AT TIME ZONE 'UTC' - make_interval(days => ${UNUSED_DAYS}), 'YYYY-MM-DD'), false) AS unused,
      w.person_id, n.fields ->> 'name' AS person, w.reviewer_id, app.is_own_account(w) AS own, r.closed_at IS NULL AS open,
      d.decision, d.reason, d.decided_by, d.decided_at, d.alone
    FROM app.review_rows w JOIN app.review_populations p ON p.company_id = w.company_id AND p.id = w.population_id
    JOIN app.reviews r ON r.company_id = p.company_id AND r.id = p.review_id
    LEFT JOIN app.records n ON n.company_id = w.company_id AND n.id = w.person_id
    LEFT JOIN LATERAL (SELECT d.* FROM app.review_decisions d WHERE d.company_id = w.company_id AND d.row_id = w.id
      ORDER BY d.ledger_index DESC LIMIT 1) d ON true
    WHERE w.company_id = ${companyId} AND w.population_id = ${populationId} AND w.number > ${after}
    ORDER BY w.number LIMIT ${limit + 1}`.execute(tx);
  const page = rows.slice(0, limit);
  const nameOf = await namesOf(
    tx,
    page.flatMap((row) => [row.reviewer_id, ...(row.decision ? [row.decided_by] : [])]),
  );
  const mayDecide = permissions["reviews.decide"].roles.includes(role);
  const isManager = permissions["reviews.manage"].roles.includes(role);
  const answer: Answer = {
    accounts: page.map((row) => ({
      id: row.id,
      number: row.number,
      accountId: row.account_id,
      label: row.label,
      class: row.class,
      administrator: row.administrator,
      lastSignIn: row.last_sign_in,
      unused: row.unused,
      person: row.person_id === null ? null : { id: row.person_id, name: row.person ?? "Someone" },
      reviewer: nameOf(row.reviewer_id),
      own: row.own,
      mayDecide: row.open && mayDecide && (isManager || row.reviewer_id === userId) && !(row.own && others),
      decision:
        row.decision === null || row.decision === "none"
          ? null
          : {
              decision: row.decision,
              reason: row.reason,
              by: nameOf(row.decided_by),
              at: row.decided_at.toISOString(),
              alone: row.alone,
            },
    })),
    next: rows.length > limit ? page.at(-1)!.number : null,
  };
  return answer;
}
