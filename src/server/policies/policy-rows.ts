import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import { libraryPolicies } from "#catalog/policies/kinds.ts";
import type { policySummary, policyVersion } from "#contract/policy-shapes.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { approvedUntil } from "#domain/policies/policy.ts";
import type { VersionState } from "#domain/policies/policy.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { atOnce } from "../db/at-once.ts";
import { namesOf } from "../registers/record-rows.ts";
import { countAcknowledged } from "./count-acknowledged.ts";
import { readAssignmentsInForce } from "./policy-assignments.ts";

export type PresentedVersion = Omit<z.input<typeof policyVersion>, "text">;
export type PresentedPolicy = z.input<typeof policySummary>;

export interface VersionRow {
  readonly id: string;
  readonly policy_id: string;
  readonly number: number;
  readonly state: VersionState;
  readonly sha256: string;
  readonly revision: number;
  readonly authors: readonly string[];
  readonly quorum: number | null;
  readonly changed_by: string;
  readonly changed_at: Date;
  readonly in_force_at: Date | null;
  readonly replaced_at: Date | null;
  readonly original: number | null;
}

interface ApprovalRow {
  readonly version_id: string;
  readonly approved_by: string;
  readonly approved_at: Date;
  readonly alone: boolean;
}

export interface PolicyRow {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly document_id: string | null;
  readonly owner_id: string | null;
  readonly owner: string | null;
  readonly owner_left: Date | null;
}

const versionColumns = sql`v.id, v.policy_id, v.number, v.state, v.sha256, v.revision, v.authors, v.quorum, v.changed_by, v.changed_at,
  v.in_force_at, v.replaced_at, v.original::integer AS original`;

/** A version of the caller's company with its text, held until the transaction ends. Refuses `not-found`. */
export async function holdVersion(tx: Tx, companyId: string, versionId: string) {
  const { rows } = await sql<
    VersionRow & { text: string; title: string; document_id: string | null }
  >`SELECT ${versionColumns}, v.text, p.title, p.document_id
    FROM app.policy_versions v JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
    WHERE v.company_id = ${companyId} AND v.id = ${versionId} FOR NO KEY UPDATE OF v`.execute(tx);
  return rows[0] ?? fail("not-found");
}

/** A version with its text, as it is read. Refuses `not-found`. */
export async function readVersion(tx: Tx, companyId: string, versionId: string) {
  const { rows } = await sql<
    VersionRow & { text: string; title: string; document_id: string | null }
  >`SELECT ${versionColumns}, v.text, p.title, p.document_id
    FROM app.policy_versions v JOIN app.policies p ON p.company_id = v.company_id AND p.id = v.policy_id
    WHERE v.company_id = ${companyId} AND v.id = ${versionId}`.execute(tx);
  return rows[0] ?? fail("not-found");
}

/** Versions by a condition about `v`, newest first, as people read them. */
export async function presentVersions(
  tx: Tx,
  where: RawBuilder<unknown>,
): Promise<(PresentedVersion & { policyId: string })[]> {
  const [{ rows }, { rows: approvals }] = await atOnce(
    sql<VersionRow>`SELECT ${versionColumns} FROM app.policy_versions v
      WHERE ${where} ORDER BY v.policy_id, v.number DESC`.execute(tx),
    sql<ApprovalRow>`SELECT a.version_id, a.approved_by, a.approved_at, a.alone
      FROM app.policy_approvals a JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id
        AND v.revision = a.revision
      WHERE ${where} ORDER BY a.approved_at, a.id`.execute(tx),
  );
  const people = [
    ...rows.flatMap((row) => [...row.authors, row.changed_by]),
    ...approvals.map((row) => row.approved_by),
  ];
  const [nameOf, originalOf] = await atOnce(namesOf(tx, people), readOriginals(tx, rows));
  const byVersion = Map.groupBy(approvals, (row) => row.version_id);
  return rows.map((row) => ({
    id: row.id,
    policyId: row.policy_id,
    number: row.number,
    state: row.state,
    sha256: row.sha256,
    revision: row.revision,
    authors: row.authors.map(nameOf),
    quorum: row.quorum,
    changedAt: row.changed_at.toISOString(),
    changedBy: nameOf(row.changed_by),
    inForceAt: row.in_force_at?.toISOString() ?? null,
    replacedAt: row.replaced_at?.toISOString() ?? null,
    original: originalOf(row),
    approvals: (byVersion.get(row.id) ?? []).map(({ approved_by: by, approved_at: at, alone }) => ({
      ...nameOf(by),
      at: at.toISOString(),
      alone,
    })),
  }));
}

/** What versions were imported from, by a version. */
async function readOriginals(tx: Tx, versions: readonly VersionRow[]) {
  const numbers = versions.flatMap(({ original }) => original ?? []);
  const filed =
    numbers.length === 0
      ? []
      : await tx
          .selectFrom("app.evidence")
          .select(["id", "number", "file_name"])
          .where("number", "in", numbers)
          .execute();
  return ({ original }: VersionRow) => {
    if (original === null) return null;
    // What was withdrawn is seen by nobody here.
    const item = filed.find(({ number }) => Number(number) === original);
    return { exhibit: formatExhibitNumber(original), item: item ? { id: item.id, fileName: item.file_name } : null };
  };
}

/** Policies by a condition about `p`, in the order of their titles, as they stand at `now`. */
export async function presentPolicies(
  tx: Tx,
  companyId: string,
  where: RawBuilder<unknown>,
  now: Date,
): Promise<PresentedPolicy[]> {
  const { rows } =
    await sql<PolicyRow>`SELECT p.id, p.number::integer AS number, p.title, p.document_id, p.owner_person_id AS owner_id,
      o.fields ->> 'name' AS owner, least(o.ended_at, nullif(o.fields ->> 'endsAt', '')::timestamptz) AS owner_left
    FROM app.policies p LEFT JOIN app.records o ON o.company_id = p.company_id AND o.register = p.owner_register AND o.id = p.owner_person_id
    WHERE p.company_id = ${companyId} AND ${where} ORDER BY lower(p.title), p.id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const [versions, { assignments, counted }] = await atOnce(
    presentVersions(
      tx,
      sql`v.company_id = ${companyId} AND v.policy_id = ANY (${ids}::uuid[]) AND v.state IN ('draft', 'review', 'in force')`,
    ),
    readCounted(tx, companyId, ids, now),
  );
  const byPolicy = Map.groupBy(versions, ({ policyId }) => policyId);
  return rows.map(({ id, number, title, document_id: documentId, ...of }) => {
    const own = (byPolicy.get(id) ?? []).map(({ policyId: _, ...version }) => version);
    const inForce = own.find(({ state }) => state === "in force") ?? null;
    const until =
      inForce &&
      approvedUntil(
        inForce.approvals.map(({ at }) => new Date(at)),
        inForce.quorum ?? 1,
      );
    return {
      id,
      number,
      title,
      documentId,
      controlId: libraryPolicies.find((kind) => kind.documentId === documentId)?.controlId ?? null,
      owner: of.owner_id === null ? null : ownerOf(of.owner_id, of, now),
      inForce,
      open: own.find(({ state }) => state !== "in force") ?? null,
      renewBy: until?.toISOString() ?? null,
      acknowledged: inForce && (counted.get(id) ?? { done: 0, of: 0, late: 0, nextDue: null }),
      isAssigned: assignments.get(id)?.own.some(({ ended }) => !ended) ?? false,
    };
  });
}

/** To whom these policies are assigned, and how many of them acknowledged each. */
async function readCounted(tx: Tx, companyId: string, policyIds: readonly string[], now: Date) {
  const assignments = await readAssignmentsInForce(tx, companyId, policyIds);
  return { assignments, counted: await countAcknowledged(tx, companyId, assignments, now) };
}

/** An owner as people read them; whoever may not read People is not told who it is. */
function ownerOf(personId: string, { owner, owner_left: left }: Pick<PolicyRow, "owner" | "owner_left">, now: Date) {
  return { personId, name: owner ?? "Someone", leftAt: left !== null && left <= now ? left.toISOString() : null };
}
