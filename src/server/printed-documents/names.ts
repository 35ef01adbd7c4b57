import type { Names } from "#domain/printed/cells.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import type { FieldChange } from "#domain/registers/record-changes.ts";
import type { FieldValue, RecordFields } from "#domain/registers/register.ts";
import type { SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import { hmacSha256 } from "../hmac.ts";
import { sealedScreeningId, sealedScreeningValue } from "../registers/sealed-screening.ts";

/** A record as it is now; its fields as JSON, which is read where it is needed. */
interface HeldRow {
  readonly id: string;
  readonly register: string;
  readonly version: number;
  readonly fields: string;
  readonly salt: Uint8Array;
}

interface ChangedRow {
  readonly id: string;
  readonly version: number;
  readonly changes: readonly FieldChange[];
  readonly salt: Uint8Array;
}

/** Values that a snapshot has salted hashes of, as the database holds them. */
export interface HeldNames {
  readonly records: readonly HeldRow[];
  /** What was changed since the snapshot, and maybe somewhat before, the newest of each record first. */
  readonly changed: readonly ChangedRow[];
  readonly members: readonly { readonly id: string; readonly name: string }[];
}

/**
 * What owners and admins read where a snapshot has salted hashes: the values of the very versions that were sealed, each compared with
 * its hash. A value that has another is told to nobody.
 */
export function namesOf({ records, changed, members }: HeldNames, pages: readonly SnapshotPage[]): Names {
  const sealed = new Map(pages.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)));
  const later = Map.groupBy(changed, ({ id }) => id);
  const current = readOnce(records);
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const screenings = sealedScreenings(
    records.flatMap(({ id, register }) => (register === "screenings" ? [current(id)!] : [])),
    later,
  );
  const hidden: Names["hidden"] = (row, field) => {
    const screening = screenings.get(row.id);
    if (screening) return ofScreening(screening, later.get(screening.now.id) ?? [], row, field);
    const sha256 = (row.fields[field] as { readonly sha256?: string } | undefined)?.sha256;
    const now = current(row.id);
    if (!now || sha256 === undefined) return undefined;
    const { value, salt } = asOf(now, later.get(row.id) ?? [], row.version, field);
    const is = value !== undefined && hashOf(value, salt) === sha256;
    return is ? value : undefined;
  };
  // One person is named in many rows.
  const people = new Map<string, string | undefined>();
  return {
    hidden,
    person: (id) => {
      if (people.has(id)) return people.get(id);
      const row = sealed.get(id);
      const name = row && hidden(row, "name");
      const said = typeof name === "string" ? name : undefined;
      people.set(id, said);
      return said;
    },
    member: (id) => names.get(id),
    system: () => undefined,
  };
}

type Current = Omit<HeldRow, "fields"> & { readonly fields: RecordFields };

/** Records by their ids, each read where it is asked for: a document names fewer people than there are. */
function readOnce(records: readonly HeldRow[]): (id: string) => Current | undefined {
  const rows = new Map(records.map((row) => [row.id, row]));
  const read = new Map<string, Current>();
  return (id) => {
    const [known, held] = [read.get(id), rows.get(id)];
    if (known || !held) return known;
    const current = { ...held, fields: JSON.parse(held.fields) as RecordFields };
    read.set(id, current);
    return current;
  };
}

/** A field as it was in a version, with that version's salt: what was changed since is taken back, the newest first. */
function asOf(now: Current, changes: readonly ChangedRow[], version: number, field: string) {
  let value: FieldValue | undefined = now.fields[field];
  let salt = now.salt;
  for (const own of changes) {
    if (own.version === version) salt = own.salt;
    const change = own.version > version ? own.changes.find((line) => line.field === field) : undefined;
    if (change) value = change.before ?? undefined;
  }
  return { value, salt };
}

/** A screening by the id under which a version of it is sealed. */
interface SealedScreening {
  readonly now: Current;
  readonly version: number;
}

function sealedScreenings(
  rows: readonly Current[],
  later: ReadonlyMap<string, readonly ChangedRow[]>,
): ReadonlyMap<string, SealedScreening> {
  return new Map(
    rows.flatMap((now) =>
      [now, ...(later.get(now.id) ?? [])].map(
        ({ salt, version }) => [sealedScreeningId(salt, now.id), { now, version }] as const,
      ),
    ),
  );
}

/** A field of a screening: every one is sealed, and one without a value is an empty text. */
function ofScreening(
  { now, version }: SealedScreening,
  changes: readonly ChangedRow[],
  row: SnapshotRow,
  field: string,
): FieldValue | undefined {
  const { value, salt } = asOf(now, changes, version, field);
  const { sha256 } = row.fields[field] as { readonly sha256?: string };
  return sealedScreeningValue(salt, field, value ?? null) === sha256 ? (value ?? "") : undefined;
}

const hashOf = (value: FieldValue, salt: Uint8Array): string =>
  hmacSha256(salt, canonicalJson(value as CanonicalValue), "hex");
