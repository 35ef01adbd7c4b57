import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { openPolicies } from "../policies/open-policies.ts";
import { rankedPeople } from "./training/rank-people.ts";
import { isUnvouched } from "./vouch-addresses.ts";

interface DueRow {
  readonly personId: string;
  readonly number: string;
  readonly name: string;
  readonly policies: number;
  readonly courses: number;
  readonly late: boolean;
  readonly reach: "ready" | "no email" | "unvouched";
}

/**
 * Everyone who has something to acknowledge or to pass at `now`, by the same rules as their own page: a new text, and a course whose pass ends
 * soon, too. Late ones come first. Of one policy alone where `policyId` names it.
 */
export async function readDue(tx: Tx, companyId: string, now: Date, policyId?: string): Promise<DueRow[]> {
  const policies = await openPolicies(
    tx,
    companyId,
    policyId === undefined ? await policyIds(tx, companyId) : [policyId],
    now,
  );
  const found = policyId === undefined ? await withCourses(tx, companyId, now, policies) : ofPolicies(policies);
  const { rows } = await sql<DueRow>`${found}
    SELECT r.id AS "personId", 'PER-' || r.number AS number, r.fields ->> 'name' AS name, d.policies, d.courses, d.late,
      CASE WHEN coalesce(btrim(r.fields ->> 'email'), '') = '' THEN 'no email' WHEN ${isUnvouched} THEN 'unvouched' ELSE 'ready' END AS reach
    FROM due d JOIN app.records r ON r.company_id = ${companyId} AND r.id = d.id AND r.register = 'people'`.execute(tx);
  return rows.toSorted(
    (a, b) =>
      Number(b.late) - Number(a.late) || collator.compare(a.name, b.name) || collator.compare(a.number, b.number),
  );
}

// Built once: of thousands of names each comparison would build its own.
const collator = new Intl.Collator("en");

const ofPolicies = (policies: RawBuilder<unknown>) =>
  sql`WITH ${policies}, due AS (SELECT o.id, o.policies, 0 AS courses, o.late FROM left_open o)`;

/** The same with whoever has courses to take. */
const withCourses = async (tx: Tx, companyId: string, now: Date, policies: RawBuilder<unknown>) =>
  sql`${await rankedPeople(tx, companyId, now)}, ${policies},
    to_take AS (SELECT p.id, bit_count((p.needed & ~p.lasting)::bit(32))::integer AS courses, p.rank = 0 AS late FROM ranked p WHERE p.rank < 2),
    due AS (SELECT id, coalesce(o.policies, 0) AS policies, coalesce(t.courses, 0) AS courses, coalesce(o.late, false) OR coalesce(t.late, false) AS late
      FROM left_open o FULL JOIN to_take t USING (id))`;

async function policyIds(tx: Tx, companyId: string): Promise<string[]> {
  const rows = await tx.selectFrom("app.policies").select("id").where("company_id", "=", companyId).execute();
  return rows.map(({ id }) => id);
}
