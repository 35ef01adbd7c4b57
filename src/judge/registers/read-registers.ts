import { digestOfConfirmed } from "#domain/registers/confirmed.ts";
import { SCREENING_PAGES } from "#domain/registers/screenings.ts";
import type { SnapshotManifest, SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import type { ReadRegister } from "./registers.ts";

/** The registers of a snapshot, from its pages. */
export function registersOf(manifest: SnapshotManifest, pages: readonly SnapshotPage[]): (key: string) => ReadRegister {
  const confirmed = new Map(manifest.registers.map(({ key, confirmation }) => [key, confirmation]));
  const byKey = Map.groupBy(pages, ({ register }) => register);
  const read = new Map<string, ReadRegister>();
  return (key) => {
    const confirmation = confirmed.get(key);
    const rows = read.get(key)?.rows ?? (byKey.get(key) ?? []).flatMap((page) => page.rows);
    const known = read.get(key) ?? {
      rows,
      confirmedUntil: confirmation ? new Date(confirmation.until) : null,
      confirmedCount: confirmation?.count,
      // Of screenings no id is sealed; each that counts was approved by another person since it was changed last.
      confirmed: confirmation && key !== SCREENING_PAGES ? confirmedOf(rows, confirmation.digest) : undefined,
    };
    read.set(key, known);
    return known;
  };
}

/** What became of the records that were confirmed, where they are those over which the ledger has a digest. */
function confirmedOf(rows: readonly SnapshotRow[], digest: string | undefined): ReadRegister["confirmed"] {
  const held = rows.flatMap((row) => (row.confirmed ? [{ ...row.confirmed, row }] : []));
  const isOdd = held.some(
    ({ version, changed, row }) => row.version < version || (row.version === version && changed.length > 0),
  );
  if (isOdd || digestOfConfirmed(held.map(({ version, row: { id } }) => ({ id, version }))) !== digest) return "unread";
  return {
    changed: held.filter(({ changed }) => changed.length > 0).length,
    ended: held.filter(({ row }) => row.state === "ended").length,
  };
}
