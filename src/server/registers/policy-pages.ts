import { createHash } from "node:crypto";
import { sql } from "kysely";
import { termsPolicies } from "#catalog/policies/kinds.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import type { SameAccounts } from "#domain/registers/same-before.ts";
import { PAGE_ROWS } from "#domain/registers/snapshot.ts";
import type { PolicyScope, SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { hmacSha256 } from "../hmac.ts";
import { readAskedSystems } from "./asked-systems.ts";
import { readFormerKinds } from "./former-kinds.ts";

/** Texts are long: a page has fewer versions than other rows. */
const PAGE_VERSIONS = 20;

type Fields = Record<string, string | number | boolean | readonly string[] | null>;

/** Rows that are no records of a register, as its pages. */
export interface SealedRows {
  readonly key: string;
  readonly count: number;
  readonly pages: readonly { readonly sha256: string; readonly page: SnapshotPage }[];
}

/** What a company's policies add to a snapshot beside acknowledgments: pages of rows, in the form of records, and what their checks ask. */
export interface SealedPolicies {
  readonly registers: readonly SealedRows[];
  readonly scope: PolicyScope;
  /** Whether one of them is terms that people sign. */
  readonly hasTerms: boolean;
}

/** The policies of a company as they are now, read as the company itself; undefined where it has none. Drafts are nobody's yet. */
export async function sealPolicies(
  tx: Tx,
  companyId: string,
  now: Date,
  doubled: SameAccounts = { now: [], before: [] },
): Promise<SealedPolicies | undefined> {
  const { rows: policies } = await sql<Row>`SELECT p.id, p.title, p.document_id AS "documentId" FROM app.policies p
    WHERE p.company_id = ${companyId} ORDER BY p.number`.execute(tx);
  if (policies.length === 0) return undefined;
  const { rows: versions } = await sql<
    Row & Leaf
  >`SELECT v.id, v.policy_id AS "policyId", v.number, v.state, v.text, v.sha256, v.quorum,
      v.authors::text[] AS authors, v.in_force_at AS "inForceAt", v.replaced_at AS "replacedAt", ${leafColumns}
    FROM app.policy_versions v ${leafOf(sql`v.company_id`, sql`v.in_force_index`)}
    WHERE v.company_id = ${companyId} AND v.state IN ('in force', 'replaced') ORDER BY v.in_force_index, v.id`.execute(
    tx,
  );
  const { rows: approvals } =
    await sql<Row>`SELECT a.id, a.version_id AS "versionId", a.sha256, a.approved_by AS by, a.approved_at AS at, a.alone
    FROM app.policy_approvals a JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id
      AND v.revision = a.revision AND v.state IN ('in force', 'replaced')
    WHERE a.company_id = ${companyId} ORDER BY v.in_force_index, a.ledger_index, a.id`.execute(tx);
  const { rows: assignments } =
    await sql<Row>`SELECT s.id, s.version_id AS "versionId", s.audience, s.person_id AS "personId",
      s.assigned_at AS "assignedAt", s.ended_at IS NOT NULL AS ended, s.ended_at AS "endedAt"
    FROM app.assignments s WHERE s.company_id = ${companyId} ORDER BY s.ledger_index, s.id`.execute(tx);
  const terms = new Set<unknown>(Object.values(termsPolicies));
  const frameworks = (await callFunction(tx, "app.frameworks_asked", [])) as string[];
  const approvers = await callFunction(tx, "app.approvers_now", []);
  return {
    hasTerms: policies.some(({ documentId }) => terms.has(documentId)),
    registers: [
      sealed("policies", policies),
      sealed("policy-versions", versions.map(withLeaf("policy.approved")), PAGE_VERSIONS),
      sealed("policy-approvals", approvals),
      sealed("policy-assignments", assignments),
    ],
    scope: {
      frameworks,
      identityProviders: await readAskedSystems(tx, companyId, "idp", now),
      approvers: approvers.map(({ user_id: id, since }) => ({ id, since: since.toISOString() })),
      sameAccounts: doubled.now,
      sameBefore: doubled.before,
      formerKinds: await readFormerKinds(tx, companyId),
    },
  };
}

export type Row = { readonly id: string } & Readonly<
  Record<string, string | number | boolean | Date | readonly string[] | null>
>;

/** The entry of the ledger that a row stands for. */
export interface Leaf {
  readonly leaf_event: string | null;
  readonly leaf_details: string | null;
  readonly leaf_salt: Buffer | null;
  readonly leaf_entry: string | null;
}

export const leafColumns = sql`l.event AS leaf_event, l.details AS leaf_details, l.salt AS leaf_salt, e.entry AS leaf_entry`;
export const leafOf = (company: ReturnType<typeof sql>, index: ReturnType<typeof sql>) =>
  sql`LEFT JOIN app.ledger_acts l ON l.company_id = ${company} AND l.seq = ${index}
    LEFT JOIN app.ledger_entries e ON e.company_id = ${company} AND e.seq = ${index}`;

/** The details of an entry, where they are those that the log commits to. */
export function detailsOf({ leaf_details: details, leaf_salt: salt, leaf_entry: entry }: Leaf) {
  if (details === null || salt === null || entry === null) return undefined;
  const commitment = hmacSha256(salt, details, "base64");
  if ((JSON.parse(entry) as { c?: unknown }).c !== commitment) return undefined;
  return JSON.parse(details) as Record<string, unknown>;
}

/**
 * A row with the hash that its entry of the ledger has, as `leaf`: of an entry whose details are those that the log commits to, about the
 * same version and the same person. Without one it has none.
 */
export const withLeaf =
  (event: string) =>
  ({ leaf_event: name, leaf_details: details, leaf_salt: salt, leaf_entry: entry, ...row }: Row & Leaf): Row => {
    if (name !== event) return row as Row;
    const said = detailsOf({ leaf_event: name, leaf_details: details, leaf_salt: salt, leaf_entry: entry });
    if (!said) return row as Row;
    // How the address was vouched for stands in entries of later than the first: nothing else may be said in the row.
    if (said["vouched"] !== undefined && said["vouched"] !== row["vouched"]) return row as Row;
    const isIts =
      said["subject"] === row["policyId"] &&
      (event === "policy.approved" ? said["inForce"] === true : said["person"] === row["personId"]);
    const leaf = said["sha256"];
    return isIts && typeof leaf === "string" ? ({ ...row, leaf } as Row) : (row as Row);
  };

/** Rows in the form of records, in pages, numbered on from `before`; `withdrawn` are the exhibits that a row cites and that were withdrawn since. */
export function sealed(register: string, rows: readonly Row[], most = PAGE_ROWS, before = 0): SealedRows {
  const all = rows.map(({ id, withdrawn, ...fields }, at): SnapshotRow => ({
    id,
    number: before + at + 1,
    version: 1,
    state: "open",
    fields: present(fields),
    approval: null,
    withdrawn: (withdrawn as readonly string[] | undefined) ?? [],
    account: null,
  }));
  const pages = [...Map.groupBy(all, ({ number }) => Math.floor((number - 1) / most)).values()].map((own) => {
    const page: SnapshotPage = { register, rows: own };
    const content = canonicalJson(page as unknown as CanonicalValue);
    return { page, sha256: createHash("sha256").update(content).digest("hex") };
  });
  return { key: register, count: rows.length, pages };
}

function present(fields: Readonly<Record<string, unknown>>): SnapshotRow["fields"] {
  const found: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) continue;
    found[name] = value instanceof Date ? value.toISOString() : (value as Fields[string]);
  }
  return found as SnapshotRow["fields"];
}
