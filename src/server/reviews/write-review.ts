import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction, functionOf } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { readCandidates } from "./candidates.ts";
import { presentReview, presentReviews } from "./read-reviews.ts";
import { refuseConstraint } from "./refuse-constraint.ts";

interface Deps {
  readonly now: () => Date;
}

/** Starts and fills access reviews, and keeps what is decided. */
export function reviewWriters({ now }: Deps): Pick<HandlersOf<"reviews">, "open" | "freeze" | "decide"> {
  return {
    open: async ({ input: { name, dueOn, systems }, caller, tx }) => {
      const at = now();
      const { companyId, userId } = caller;
      if (new Set(systems.map(({ systemId }) => systemId)).size !== systems.length) return fail("review-systems");
      const id = randomUUID();
      await tx
        .insertInto("app.reviews")
        .values({ company_id: companyId, id, name, due_on: dueOn, opened_by: userId, opened_at: at })
        .execute();
      const { systems: known } = await readCandidates(tx, companyId, at);
      const proposed = new Map(known.map((system) => [system.systemId, system.reviewerId]));
      for (const { systemId, reviewerId: named, otherId } of systems) {
        const reviewerId = named ?? proposed.get(systemId) ?? userId;
        const other = otherId ?? (await anotherThan(tx, companyId, reviewerId, userId));
        const connections = await connectionsOf(tx, companyId, systemId);
        for (const connection of connections.length > 0 ? connections : [null]) {
          const population = {
            company_id: companyId,
            id: randomUUID(),
            review_id: id,
            system_id: systemId,
            connection_id: connection,
            reviewer_id: reviewerId,
            other_id: other,
          };
          await tx.insertInto("app.review_populations").values(population).execute().catch(refuseConstraint);
          await callFunction(tx, "app.freeze_population", [population.id, at]);
        }
      }
      const answer = await presentReview(tx, companyId, id, at);
      const populations = await populationLines(tx, companyId, id, "sha256");
      return { answer, entry: { subject: id, details: { name, dueOn, populations, notRead: answer.notRead } } };
    },

    freeze: async ({ input: { reviewId, populationId }, caller, tx }) => {
      const at = now();
      const before = await openReview(tx, caller.companyId, reviewId);
      const { rows } = await sql<{
        frozen: boolean;
      }>`SELECT p.frozen_at IS NOT NULL AS frozen FROM app.review_populations p
        WHERE p.company_id = ${caller.companyId} AND p.review_id = ${reviewId} AND p.id = ${populationId}`.execute(tx);
      const population = rows[0] ?? fail("not-found");
      if (population.frozen)
        return { answer: await presentReview(tx, caller.companyId, reviewId, at), entry: "unchanged" };
      if (!(await callFunction(tx, "app.freeze_population", [populationId, at]))) return fail("review-not-read");
      const all = await populationLines(tx, caller.companyId, reviewId, "sha256");
      return {
        answer: await presentReview(tx, caller.companyId, reviewId, at),
        entry: {
          subject: reviewId,
          details: { name: before.name, populations: all.filter((line) => line.startsWith(populationId)) },
        },
      };
    },

    decide: async ({ input: { reviewId, decisions }, caller, tx }) => {
      const at = now();
      const before = await openReview(tx, caller.companyId, reviewId);
      if (decisions.some(({ decision, reason }) => (decision === "change" || decision === "remove") && reason === ""))
        return fail("review-reason");
      // The last word about an account stands.
      const byRow = new Map(decisions.map((decision) => [decision.rowId, decision]));
      const { rows: known } = await sql<{ id: string }>`SELECT w.id FROM app.review_rows w
        JOIN app.review_populations p ON p.company_id = w.company_id AND p.id = w.population_id
        WHERE w.company_id = ${caller.companyId} AND p.review_id = ${reviewId} AND w.id = ANY (${[...byRow.keys()]}::uuid[])`.execute(
        tx,
      );
      if (known.length !== byRow.size) return fail("not-found");
      const rows = [...byRow.values()].map(({ rowId, decision, reason }) => ({
        company_id: caller.companyId,
        id: randomUUID(),
        row_id: rowId,
        decision,
        reason: decision === "none" ? "" : reason,
        decided_by: caller.userId,
        decided_at: at,
      }));
      // What was decided so already is kept by nobody twice.
      const kept = await tx
        .insertInto("app.review_decisions")
        .values(rows)
        .returning("row_id")
        .execute()
        .catch(refuseConstraint);
      const answer = await presentReview(tx, caller.companyId, reviewId, at);
      if (kept.length === 0) return { answer, entry: "unchanged" };
      const isKept = new Set(kept.map((row) => row.row_id));
      const written = rows.filter(({ row_id: row }) => isKept.has(row));
      const count = (decision: string) => written.filter((row) => row.decision === decision).length;
      const lines = written
        .map(({ row_id: row, decision, reason }) => JSON.stringify([row, decision, reason]))
        .toSorted();
      return {
        answer,
        entry: {
          subject: reviewId,
          details: {
            name: before.name,
            count: written.length,
            keep: count("keep"),
            change: count("change"),
            remove: count("remove"),
            takenBack: count("none"),
            sha256: createHash("sha256").update(lines.join("\n")).digest("hex"),
          },
        },
      };
    },
  };
}

/** A review that decisions are still taken in. Refuses `not-found` and `review-closed`. */
export async function openReview(tx: Tx, companyId: string, reviewId: string) {
  const [review] = await presentReviews(tx, companyId, sql`r.id = ${reviewId}`);
  if (!review) return fail("not-found");
  return review.closedAt === null ? review : fail("review-closed");
}

/** Each population that was read, as its entry of the ledger names it: id, exhibit, how many accounts, hash. */
export async function populationLines(
  tx: Tx,
  companyId: string,
  reviewId: string,
  hash: "sha256" | "decisions_sha256",
) {
  const { rows } = await sql<{ line: string }>`SELECT concat_ws(' ', p.id,
      'EX-' || lpad(e.number::text, greatest(6, length(e.number::text)), '0'), p.accounts, ${sql.ref(`p.${hash}`)}) AS line
    FROM app.review_populations p JOIN app.evidence e ON e.company_id = p.company_id AND e.id = p.evidence_id
    WHERE p.company_id = ${companyId} AND p.review_id = ${reviewId} ORDER BY p.id`.execute(tx);
  return rows.map(({ line }) => line);
}

/** How many accounts of a review are decided and how, by the decisions themselves: what the ledger says of it follows from no count that lists are shown. */
export async function countDecisions(tx: Tx, companyId: string, reviewId: string) {
  const { rows } = await sql<
    Record<"accounts" | "keep" | "change" | "remove", number>
  >`SELECT count(*)::integer AS accounts,
      (count(*) FILTER (WHERE d.decision = 'keep'))::integer AS keep, (count(*) FILTER (WHERE d.decision = 'change'))::integer AS change,
      (count(*) FILTER (WHERE d.decision = 'remove'))::integer AS remove
    FROM app.review_populations p JOIN app.review_rows w ON w.company_id = p.company_id AND w.population_id = p.id
    LEFT JOIN LATERAL (SELECT d.decision FROM app.review_decisions d WHERE d.company_id = w.company_id AND d.row_id = w.id
      ORDER BY d.ledger_index DESC LIMIT 1) d ON true
    WHERE p.company_id = ${companyId} AND p.review_id = ${reviewId}`.execute(tx);
  return rows[0]!;
}

async function connectionsOf(tx: Tx, companyId: string, systemId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`SELECT k.id FROM app.connections k
    WHERE k.company_id = ${companyId} AND k.system_id = ${systemId} AND k.state <> 'disconnected' ORDER BY k.id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Another member who decides on somebody's own account: the caller, or who may review and has been here longest; in a company of one, the reviewer. */
async function anotherThan(tx: Tx, companyId: string, reviewerId: string, callerId: string): Promise<string> {
  if (callerId !== reviewerId) return callerId;
  const another = await tx
    .selectFrom("app.company_members as m")
    .select("m.user_id")
    .where("m.company_id", "=", companyId)
    .where("m.user_id", "<>", reviewerId)
    .where(functionOf("app.may_review", [sql<string>`m.user_id`]), "is", true)
    .orderBy(sql`m.role = 'owner'`, "desc")
    .orderBy(sql`m.role = 'admin'`, "desc")
    .orderBy("m.created_at")
    .orderBy("m.user_id")
    .executeTakeFirst();
  return another?.user_id ?? reviewerId;
}
