import { sql } from "kysely";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { LIST_COUNTS_DAYS } from "#domain/reviews/account-list.ts";
import type { Tx } from "../db/as-caller.ts";
import { functionOf } from "../db/functions.ts";
import { listTeam } from "../members/member-list.ts";

type Answer = z.input<typeof contract.reviews.systems.output>;
type Candidate = Answer["systems"][number];

interface Row {
  readonly id: string;
  readonly name: string;
  readonly connections: number;
  readonly read: number;
  readonly whole: number;
  readonly recent: number;
  readonly accounts: number | null;
  readonly seen_at: Date | null;
  readonly reviewer_id: string | null;
  readonly owner_email: string | null;
}

/** Systems of a company as a review that starts at `now` would find them, and members who may decide. */
export async function readCandidates(tx: Tx, companyId: string, now: Date): Promise<Answer> {
  const { rows } =
    // The conditions of app.freeze_population, which decides.
    await sql<Row>`SELECT s.id, s.name, count(k.id)::integer AS connections,
      (count(k.id) FILTER (WHERE l.is_newest))::integer AS read,
      (count(k.id) FILTER (WHERE l.is_newest AND l.whole))::integer AS whole,
      (count(k.id) FILTER (WHERE l.is_newest AND l.whole AND l.seen_at > ${now}::timestamptz - interval '7 days'))::integer AS recent,
      coalesce(sum(l.accounts)::integer, min(f.accounts)) AS accounts, coalesce(min(l.seen_at), min(f.seen_at)) AS seen_at,
      (SELECT p.reviewer_id FROM app.review_populations p JOIN app.reviews r ON r.company_id = p.company_id AND r.id = p.review_id
        WHERE p.company_id = s.company_id AND p.system_id = s.id ORDER BY r.number DESC, p.id LIMIT 1) AS reviewer_id,
      -- Its newest record says who owns it.
      (SELECT lower(btrim(o.fields ->> 'email')) FROM app.records y JOIN app.records o ON o.company_id = y.company_id AND o.register = 'people'
          AND o.id::text = y.fields ->> 'ownerId' AND o.ended_at IS NULL
        WHERE y.company_id = s.company_id AND y.register = 'systems' AND y.ended_at IS NULL AND y.fields ->> 'systemId' = s.id::text
        ORDER BY y.number DESC LIMIT 1) AS owner_email
    FROM app.systems s LEFT JOIN app.connections k ON k.company_id = s.company_id AND k.system_id = s.id AND k.state <> 'disconnected'
    LEFT JOIN LATERAL (SELECT a.whole, a.seen_at, a.enabled AS accounts,
        e.id IS NOT NULL AND a.evidence_id = (SELECT u.evidence_id FROM app.collection_runs u WHERE u.company_id = a.company_id
          AND u.connection_id = a.connection_id AND u.state = 'done' AND u.evidence_id IS NOT NULL ORDER BY u.slot DESC LIMIT 1) AS is_newest
      FROM app.account_lists a LEFT JOIN app.evidence e ON e.company_id = a.company_id AND e.id = a.evidence_id
        AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
      -- Each list is looked up by its connection, however few the planner takes them for.
      WHERE a.company_id = k.company_id AND a.connection_id = k.id OFFSET 0) l ON true
    LEFT JOIN LATERAL (SELECT a.seen_at, (SELECT count(*)::integer FROM jsonb_array_elements(a.accounts) x
          WHERE x -> 'active' IS DISTINCT FROM 'false'::jsonb) AS accounts
      FROM app.attested_lists a JOIN app.evidence e ON e.company_id = a.company_id AND e.id = a.evidence_id
        AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
      WHERE a.company_id = s.company_id AND a.system_id = s.id AND k.id IS NULL ORDER BY a.ledger_index DESC LIMIT 1) f ON true
    WHERE s.company_id = ${companyId} AND s.removed_at IS NULL GROUP BY s.company_id, s.id ORDER BY lower(s.name), s.id`.execute(
      tx,
    );
  const able = await readReviewers(tx, companyId, now);
  const reviewers = able.map(({ email: _, ...reviewer }) => reviewer);
  const owners = new Map(able.flatMap(({ email, known, userId }) => (known ? [[email.toLowerCase(), userId]] : [])));
  const mayDecide = new Set(reviewers.map(({ userId }) => userId));
  return {
    systems: rows.map((row) => ({
      systemId: row.id,
      system: row.name,
      readiness: readinessOf(row, now),
      accounts: row.accounts,
      seenAt: row.seen_at?.toISOString() ?? null,
      connected: row.connections > 0,
      reviewerId:
        (row.owner_email !== null && owners.get(row.owner_email)) ||
        (row.reviewer_id !== null && mayDecide.has(row.reviewer_id) ? row.reviewer_id : null),
    })),
    reviewers,
  };
}

function readinessOf({ connections, read, whole, recent, seen_at: seenAt }: Row, now: Date): Candidate["readiness"] {
  if (connections === 0) {
    if (seenAt === null) return "not connected";
    return seenAt.getTime() > now.getTime() - LIST_COUNTS_DAYS * 86_400_000 ? "ready" : "too old";
  }
  if (read < connections) return "not read";
  if (whole < connections) return "incomplete";
  return recent < connections ? "too old" : "ready";
}

async function readReviewers(tx: Tx, companyId: string, now: Date) {
  const members = await listTeam(tx);
  const able = await tx
    .selectFrom("app.company_members as m")
    .select("m.user_id as id")
    .where("m.company_id", "=", companyId)
    .where(functionOf("app.may_review", [sql<string>`m.user_id`]), "is", true)
    .execute();
  const mayDecide = new Set(able.map(({ id }) => id));
  const team = members.filter(({ userId }) => mayDecide.has(userId));
  const emails = team.map(({ email }) => email.toLowerCase());
  const folded = functionOf("app.fold", [sql<string>`e.email`]);
  // By the keys of People: nobody reads a record for each of thousands.
  const { rows } = await sql<{ email: string; people: number }>`SELECT lower(btrim(r.fields ->> 'email')) AS email,
      count(*)::integer AS people
    FROM app.record_keys k JOIN app.records r ON r.company_id = k.company_id AND r.id = k.record_id
    WHERE k.company_id = ${companyId} AND k.register = 'people' AND k.field = 'email'
      AND k.value = ANY (ARRAY(SELECT ${folded} FROM unnest(${emails}::text[]) e (email))) AND r.ended_at IS NULL
      AND coalesce((r.fields ->> 'endsAt')::timestamptz > ${now}, true)
      AND lower(btrim(r.fields ->> 'email')) = ANY (${emails}::text[]) GROUP BY 1`.execute(tx);
  const people = new Map(rows.map(({ email, people: count }) => [email, count]));
  return team.map(({ userId, firstName, lastName, email }) => ({
    userId,
    email,
    name: `${firstName} ${lastName}`.trim() || email,
    known: people.get(email.toLowerCase()) === 1,
  }));
}
