import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import type { accountFilters } from "#contract/review-shapes.ts";
import { permissions } from "#domain/permissions.ts";
import type { ReviewDecision } from "#domain/reviews/review.ts";
import { UNUSED_DAYS } from "#domain/reviews/review.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction, functionOf } from "../db/functions.ts";
import type { Caller } from "../endpoints/caller.ts";
import { namesOf } from "../registers/record-rows.ts";

type Answer = z.input<typeof contract.reviews.accounts.output>;

interface Asked {
  readonly reviewId: string;
  readonly populationId: string;
  readonly after: number;
  readonly limit: number;
  readonly only?: string | undefined;
}

interface Sought {
  readonly reviewId: string;
  readonly populationId: string;
  readonly show: (typeof accountFilters)[number];
  readonly search: string;
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
  readonly left: boolean;
  readonly reviewer_id: string;
  readonly own: boolean;
  readonly unknown: boolean;
  readonly open: boolean;
  readonly decision: ReviewDecision | null;
  readonly reason: string;
  readonly decided_by: string;
  readonly decided_at: Date;
  readonly alone: boolean;
}

const filters: Readonly<Record<Sought["show"], (userId: string) => RawBuilder<unknown>>> = {
  all: () => sql`true`,
  undecided: () => sql`x.decision IS NULL`,
  mine: (userId) => sql`x.reviewer_id = ${userId}`,
  administrators: () => sql`x.administrator`,
  unused: () => sql`x.unused`,
  unmatched: () => sql`x.person_id IS NULL`,
  left: () => sql`x.left`,
  keep: () => sql`x.decision = 'keep'`,
  change: () => sql`x.decision = 'change'`,
  remove: () => sql`x.decision = 'remove'`,
};

/** A text as LIKE finds it anywhere. */
const anywhere = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Numbers of the accounts of a population that a filter and a search find. Refuses `not-found`. */
export async function findAccounts(
  tx: Tx,
  caller: Caller,
  { reviewId, populationId, show, search }: Sought,
  now: Date,
) {
  await mustBeThere(tx, caller.companyId, reviewId, populationId);
  const like = anywhere(search);
  const searched =
    search === "" ? sql`true` : sql`(x.label ILIKE ${like} OR x.account_id ILIKE ${like} OR x.person ILIKE ${like})`;
  const { rows } = await sql<{
    number: number;
  }>`SELECT x.number FROM (${accountsOf(caller.companyId, populationId, now)}) x
    WHERE ${filters[show](caller.userId)} AND ${searched} ORDER BY x.number`.execute(tx);
  return { numbers: rows.map(({ number }) => number) };
}

async function mustBeThere(tx: Tx, companyId: string, reviewId: string, populationId: string): Promise<void> {
  const { rows } = await sql`SELECT FROM app.review_populations p
    WHERE p.company_id = ${companyId} AND p.review_id = ${reviewId} AND p.id = ${populationId}`.execute(tx);
  if (rows.length === 0) return fail("not-found");
}

/** Accounts of a population, as they stand at an instant, in the order in which they are decided. Refuses `not-found`. */
export async function readAccounts(tx: Tx, caller: Caller, asked: Asked, now: Date) {
  const { reviewId, populationId, after, limit, only } = asked;
  const { companyId, userId, role } = caller;
  await mustBeThere(tx, companyId, reviewId, populationId);
  const others = Number(await callFunction(tx, "app.document_reviewers", [])) > 1;
  const wanted = only === undefined ? sql`true` : sql`w.number = ANY (${only.split(",").map(Number)}::integer[])`;
  const some = sql`w.number > ${after} AND ${wanted} ORDER BY w.number LIMIT ${limit + 1}`;
  // Whose it is is asked for those of the page alone, and for all of them at once.
  const whose = functionOf("app.whose_reviewed", [populationId, sql<string[]>`ARRAY(SELECT x.id FROM x)`, now]);
  const { rows } = await sql<Row>`WITH x AS MATERIALIZED (${accountsOf(companyId, populationId, now, some)})
    SELECT x.*, o.own, o.unknown FROM x JOIN ${whose} o ON o.row_id = x.id ORDER BY x.number`.execute(tx);
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
      left: row.left,
      reviewer: nameOf(row.reviewer_id),
      own: row.own,
      unknown: row.unknown,
      mayDecide: row.open && mayDecide && (isManager || row.reviewer_id === userId) && !(row.own && others),
      decision:
        row.decision === null
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

/** Each account of a population with its person and its standing decision; of rows `w` these alone, where `some` says which. */
export const accountsOf = (companyId: string, populationId: string, now: Date, some = sql`true`) =>
  sql`SELECT w.id, w.number, w.account_id, w.label, w.class, w.administrator, w.last_sign_in,
      coalesce(w.last_sign_in = 'never' OR w.last_sign_in
        < to_char(p.frozen_at AT TIME ZONE 'UTC' - make_interval(days => ${UNUSED_DAYS}), 'YYYY-MM-DD'), false) AS unused,
      w.person_id, n.fields ->> 'name' AS person, w.reviewer_id, r.closed_at IS NULL AS open,
      coalesce(n.ended_at IS NOT NULL OR n.fields ->> 'endsAt' <= ${now.toISOString()}, false) AS left,
      d.decision, d.reason, d.decided_by, d.decided_at, d.alone
    FROM (SELECT w.* FROM app.review_rows w WHERE w.company_id = ${companyId} AND w.population_id = ${populationId} AND ${some}) w
    JOIN app.review_populations p ON p.company_id = w.company_id AND p.id = w.population_id
    JOIN app.reviews r ON r.company_id = p.company_id AND r.id = p.review_id
    LEFT JOIN app.records n ON n.company_id = w.company_id AND n.id = w.person_id
    LEFT JOIN LATERAL (SELECT s.* FROM (SELECT d.* FROM app.review_decisions d
      WHERE d.company_id = w.company_id AND d.row_id = w.id ORDER BY d.ledger_index DESC LIMIT 1) s WHERE s.decision <> 'none') d ON true`;
