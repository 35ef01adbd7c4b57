import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { Register } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { sealedScreeningId, sealedScreeningValue } from "#server/registers/sealed-screening.ts";
import type { Replayed } from "./replayed-registers.ts";

/**
 * Screenings that a snapshot has otherwise than their changes come to. Their pages name them by hashes under the salts of their versions, so
 * that only who has these can say so.
 */
export function differingScreenings(
  records: readonly (readonly [string, Replayed & { readonly register: Register }])[],
  sealed: readonly SnapshotRow[],
): string[] {
  const current = records.filter(([, { endedAt }]) => endedAt === null);
  const theirs = new Map(sealed.map((row) => [row.id, row]));
  const differing = current.length === theirs.size ? [] : [`${current.length} screenings, ${theirs.size} sealed`];
  for (const [id, record] of current) {
    const row = theirs.get(sealedScreeningId(record.salt, id));
    const [mine, found] = [fieldsOf(record), row && said(row)].map((fields) => canonicalJson(fields ?? null));
    if (mine !== found) differing.push(`screenings ${record.number}: ${mine} ${found}`);
  }
  return differing;
}

/** Whether an exhibit that it cites still stands is not in its changes. */
const said = ({ fields: { founded: _, ...fields } }: SnapshotRow) => fields as Record<string, never>;

function fieldsOf({ register, fields, salt, approval }: Replayed & { readonly register: Register }) {
  const values = Object.keys(register.fields).map((name) => [
    name,
    { sha256: sealedScreeningValue(salt, name, fields[name] ?? null) },
  ]);
  return { ...Object.fromEntries(values), approved: approval?.another === true };
}
