import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Names } from "#domain/printed/cells.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import type { FieldChange } from "#domain/registers/record-changes.ts";
import type { FieldValue, RecordFields } from "#domain/registers/register.ts";
import type { SnapshotPage } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";

interface HeldRow {
  readonly id: string;
  readonly version: number;
  readonly fields: RecordFields;
  readonly salt: Buffer;
}

interface ChangedRow {
  readonly id: string;
  readonly version: number;
  readonly changes: readonly FieldChange[];
  readonly salt: Buffer;
}

/**
 * What owners and admins read where a snapshot has salted hashes: the values of the very versions that were sealed, each compared with
 * its hash. A value that has another is told to nobody.
 */
export async function readNames(tx: Tx, companyId: string, pages: readonly SnapshotPage[]): Promise<Names> {
  const sealed = new Map(pages.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)));
  const registers = [...new Set(pages.map(({ register }) => register))];
  const { rows: held } = await sql<HeldRow>`SELECT r.id, r.version, r.fields, r.salt FROM app.records r
    WHERE r.company_id = ${companyId} AND r.register = ANY (${registers})`.execute(tx);
  const behind = held.filter(({ id, version }) => (sealed.get(id)?.version ?? version) < version).map(({ id }) => id);
  const { rows: changed } =
    await sql<ChangedRow>`SELECT c.record_id AS id, c.version, c.changes, c.salt FROM app.record_changes c
    WHERE c.company_id = ${companyId} AND c.record_id = ANY (${behind}::uuid[]) ORDER BY c.record_id, c.version DESC`.execute(
      tx,
    );
  const later = Map.groupBy(changed, ({ id }) => id);
  const current = new Map(held.map((row) => [row.id, row]));
  const { rows: members } = await sql<{
    id: string;
    name: string;
  }>`SELECT p.id, concat_ws(' ', p.first_name, p.last_name) AS name
    FROM app.profiles p`.execute(tx);
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const hidden: Names["hidden"] = (row, field) => {
    const sha256 = (row.fields[field] as { readonly sha256?: string } | undefined)?.sha256;
    const now = current.get(row.id);
    if (!now || sha256 === undefined) return undefined;
    const { value, salt } = asOf(now, later.get(row.id) ?? [], row.version, field);
    const is = value !== undefined && hashOf(value, salt) === sha256;
    return is ? value : undefined;
  };
  return {
    hidden,
    person: (id) => {
      const row = sealed.get(id);
      const name = row && hidden(row, "name");
      return typeof name === "string" ? name : undefined;
    },
    member: (id) => names.get(id),
    system: () => undefined,
  };
}

/** A field as it was in a version, with that version's salt: what was changed since is taken back, the newest first. */
function asOf(now: HeldRow, changes: readonly ChangedRow[], version: number, field: string) {
  let value: FieldValue | undefined = now.fields[field];
  let salt = now.salt;
  for (const own of changes) {
    if (own.version === version) salt = own.salt;
    const change = own.version > version ? own.changes.find((line) => line.field === field) : undefined;
    if (change) value = change.before ?? undefined;
  }
  return { value, salt };
}

const hashOf = (value: FieldValue, salt: Buffer): string =>
  createHmac("sha256", salt)
    .update(canonicalJson(value as CanonicalValue))
    .digest("hex");
