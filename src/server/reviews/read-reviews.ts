import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { quickOf, removalState } from "#domain/reviews/review.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { seeWithdrawn } from "../evidence/withdrawn.ts";
import { isWitness } from "../registers/keep-sightings.ts";
import { namesOf } from "../registers/record-rows.ts";

type Details = z.input<typeof contract.reviews.get.output>;
type Summary = z.input<typeof contract.reviews.list.output>[number];
type Removal = Details["removals"][number];

interface ReviewRow {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly due_on: string;
  readonly opened_by: string;
  readonly opened_at: Date;
  readonly closed_at: Date | null;
  readonly cancelled_because: string | null;
  readonly left_out_because: string | null;
}

interface PopulationRow {
  readonly id: string;
  readonly review_id: string;
  readonly system_id: string;
  readonly system: string;
  readonly exhibit: string | null;
  readonly evidence_id: string | null;
  readonly seen_at: Date | null;
  readonly exported_from: string | null;
  readonly exported_on: string | null;
  readonly attested_by: string | null;
  readonly connected: boolean;
  readonly frozen_at: Date | null;
  readonly out_of_reach: boolean;
  readonly reviewer_id: string;
  readonly other_id: string;
  readonly accounts: number;
  readonly keep: number;
  readonly change: number;
  readonly remove: number;
}

interface RemovalRow {
  readonly row_id: string;
  readonly population_id: string;
  readonly label: string;
  readonly decided_by: string;
  readonly decided_at: Date;
  readonly sightings: readonly {
    readonly at: string;
    readonly present: boolean;
    readonly exhibit: string;
    readonly exhibitId: string;
  }[];
}

interface DeciderRow {
  readonly population_id: string;
  readonly decided_by: string;
  readonly rows: number;
  readonly kept: number;
  readonly seconds: number;
}

const exhibitOf = sql`'EX-' || lpad(e.number::text, greatest(6, length(e.number::text)), '0')`;

async function readPopulations(tx: Tx, companyId: string, reviews: readonly string[]) {
  const { rows } =
    await sql<PopulationRow>`SELECT p.id, p.review_id, p.system_id, s.name AS system, ${exhibitOf} AS exhibit, p.evidence_id, p.seen_at,
      f.exported_from, to_char(f.exported_on, 'YYYY-MM-DD') AS exported_on, f.attested_by,
      p.connection_id IS NOT NULL OR p.list_id IS NULL AND EXISTS (SELECT FROM app.connections k WHERE k.company_id = p.company_id
        AND k.system_id = p.system_id AND k.state <> 'disconnected') AS connected,
      p.frozen_at, r.closed_at IS NULL AND app.is_out_of_reach(p) AS out_of_reach, p.reviewer_id, p.other_id,
      coalesce(p.accounts, 0) AS accounts, c.keep, c.change, c.remove
    FROM app.review_populations p JOIN app.reviews r ON r.company_id = p.company_id AND r.id = p.review_id
    JOIN app.systems s ON s.company_id = p.company_id AND s.id = p.system_id
    LEFT JOIN app.evidence e ON e.company_id = p.company_id AND e.id = p.evidence_id
    LEFT JOIN app.attested_lists f ON f.company_id = p.company_id AND f.id = p.list_id
    -- From counts that are kept: no account is read for each of thousands.
    CROSS JOIN LATERAL (SELECT coalesce(sum(c.keep), 0)::integer AS keep, coalesce(sum(c.change), 0)::integer AS change,
        coalesce(sum(c.remove), 0)::integer AS remove
      FROM app.review_counts c WHERE c.company_id = p.company_id AND c.population_id = p.id) c
    WHERE p.company_id = ${companyId} AND p.review_id = ANY (${reviews}::uuid[]) ORDER BY lower(s.name), p.id`.execute(
      tx,
    );
  return rows;
}

const countsOf = (rows: readonly PopulationRow[]) => {
  const sum = (field: "accounts" | "keep" | "change" | "remove") => rows.reduce((total, row) => total + row[field], 0);
  return { accounts: sum("accounts"), keep: sum("keep"), change: sum("change"), remove: sum("remove") };
};

async function readReviews(tx: Tx, companyId: string, where: RawBuilder<unknown>) {
  const { rows } =
    await sql<ReviewRow>`SELECT r.id, r.number::integer AS number, r.name, to_char(r.due_on, 'YYYY-MM-DD') AS due_on,
      r.opened_by, r.opened_at, r.closed_at, r.cancelled_because, r.left_out_because
    FROM app.reviews r WHERE r.company_id = ${companyId} AND ${where} ORDER BY r.number DESC`.execute(tx);
  const populations = await readPopulations(
    tx,
    companyId,
    rows.map(({ id }) => id),
  );
  const nameOf = await namesOf(tx, [
    ...rows.map((row) => row.opened_by),
    ...populations.flatMap((row) => [row.reviewer_id, row.other_id, ...(row.attested_by ? [row.attested_by] : [])]),
  ]);
  const byReview = Map.groupBy(populations, (row) => row.review_id);
  return {
    nameOf,
    reviews: rows.map((row) => {
      const own = byReview.get(row.id) ?? [];
      const summary: Summary = {
        id: row.id,
        number: row.number,
        name: row.name,
        dueOn: row.due_on,
        openedAt: row.opened_at.toISOString(),
        openedBy: nameOf(row.opened_by),
        closedAt: row.closed_at?.toISOString() ?? null,
        cancelled: row.cancelled_because,
        leftOut: row.left_out_because,
        decided: countsOf(own),
        notRead: own.filter((population) => population.frozen_at === null).length,
        systems: [...new Set(own.map(({ system }) => system))],
        reviewers: [...new Set(own.map((population) => population.reviewer_id))].map(nameOf),
      };
      return { summary, own };
    }),
  };
}

/** Reviews by a condition about `r`, newest first. */
export async function presentReviews(tx: Tx, companyId: string, where: RawBuilder<unknown>): Promise<Summary[]> {
  const { reviews } = await readReviews(tx, companyId, where);
  return reviews.map(({ summary }) => summary);
}

/** A review with its populations and removals as they stand at `now`. Refuses `not-found`. */
export async function presentReview(tx: Tx, companyId: string, reviewId: string, now: Date): Promise<Details> {
  const { reviews, nameOf } = await readReviews(tx, companyId, sql`r.id = ${reviewId}`);
  const { summary, own } = reviews[0] ?? fail("not-found");
  // That somebody was still there is told by an exhibit that was withdrawn, too.
  await seeWithdrawn(tx);
  const { rows: removals } =
    await sql<RemovalRow>`SELECT w.id AS row_id, w.population_id, w.label, d.decided_by, d.decided_at,
      coalesce((SELECT jsonb_agg(jsonb_build_object('at', s.seen_at, 'present', s.present, 'exhibit', ${exhibitOf}, 'exhibitId', e.id)
          ORDER BY s.seen_at)
        FROM app.review_sightings s JOIN app.evidence e ON e.company_id = s.company_id AND e.id = s.evidence_id
        WHERE s.company_id = w.company_id AND s.row_id = w.id AND ${isWitness}), '[]') AS sightings
    FROM app.review_decisions d JOIN app.review_rows w ON w.company_id = d.company_id AND w.id = d.row_id
    JOIN app.review_populations p ON p.company_id = w.company_id AND p.id = w.population_id
    WHERE d.company_id = ${companyId} AND d.decision = 'remove' AND p.review_id = ${reviewId} AND ${summary.cancelled === null}
      AND NOT EXISTS (SELECT FROM app.review_decisions n WHERE n.company_id = d.company_id AND n.row_id = d.row_id
        AND n.ledger_index > d.ledger_index)
    ORDER BY d.decided_at, w.number`.execute(tx);
  const { rows: given } =
    await sql<DeciderRow>`SELECT c.population_id, c.decided_by, c.keep + c.change + c.remove AS rows, c.keep AS kept,
      extract(epoch FROM c.last_at - c.first_at)::float8 AS seconds
    FROM app.review_counts c JOIN app.review_populations p ON p.company_id = c.company_id AND p.id = c.population_id
    WHERE c.company_id = ${companyId} AND p.review_id = ${reviewId} ORDER BY c.first_at, c.decided_by`.execute(tx);
  const deciders = await namesOf(
    tx,
    [...removals, ...given].map((row) => row.decided_by),
  );
  const byPopulation = Map.groupBy(given, (row) => row.population_id);
  const systems = new Map(own.map((row) => [row.id, row.system]));
  return {
    ...summary,
    populations: own.map((row) => ({
      id: row.id,
      systemId: row.system_id,
      system: row.system,
      exhibit: row.exhibit,
      exhibitId: row.evidence_id,
      seenAt: row.seen_at?.toISOString() ?? null,
      list:
        row.attested_by === null
          ? null
          : { exportedFrom: row.exported_from!, exportedOn: row.exported_on!, by: nameOf(row.attested_by) },
      connected: row.connected,
      frozenAt: row.frozen_at?.toISOString() ?? null,
      outOfReach: row.out_of_reach,
      reviewer: nameOf(row.reviewer_id),
      other: nameOf(row.other_id),
      decided: countsOf([row]),
      quick: (byPopulation.get(row.id) ?? []).flatMap(({ decided_by: by, ...counted }) => {
        const quick = quickOf(counted);
        return quick ? [{ person: deciders(by), ...quick }] : [];
      }),
    })),
    removals: removals.map((row) => ({
      rowId: row.row_id,
      account: row.label,
      system: systems.get(row.population_id) ?? "",
      by: deciders(row.decided_by),
      ...presentRemoval(row, now),
    })),
  };
}

function presentRemoval(
  { decided_at: at, sightings }: RemovalRow,
  now: Date,
): Pick<Removal, "at" | "due" | "state" | "since" | "exhibit" | "exhibitId"> {
  const removal = removalState(
    at,
    sightings.map((own) => ({ at: new Date(own.at), present: own.present })),
    now,
  );
  const since = "at" in removal ? removal.at : null;
  const shown = since ? sightings.find((own) => Date.parse(own.at) === since.getTime()) : sightings.at(-1);
  return {
    at: at.toISOString(),
    due: removal.due.toISOString(),
    state: removal.state,
    since: since?.toISOString() ?? null,
    exhibit: shown?.exhibit ?? null,
    exhibitId: shown?.exhibitId ?? null,
  };
}
