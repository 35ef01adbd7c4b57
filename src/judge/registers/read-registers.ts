import { digestOfConfirmed } from "#domain/registers/confirmed.ts";
import { SCREENING_PAGES } from "#domain/registers/screenings.ts";
import type { SnapshotManifest, SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import type { ReadRegister } from "./registers.ts";

/** What is said of a register, asked once. */
export function remembered<T>(ask: (key: string) => T): (key: string) => T {
  const said = new Map<string, { readonly answer: T }>();
  return (key) => {
    const known = said.get(key) ?? { answer: ask(key) };
    said.set(key, known);
    return known.answer;
  };
}

/** So many rows are held at once. A register beyond that is read from its pages again when it is asked for. */
const MOST_HELD = 20_000;

/** The registers of a snapshot, from its pages; those that were asked for last are held. */
export function registersOf(manifest: SnapshotManifest, pages: readonly SnapshotPage[]): (key: string) => ReadRegister {
  const confirmed = new Map(manifest.registers.map(({ key, confirmation }) => [key, confirmation]));
  const byKey = Map.groupBy(pages, ({ register }) => register);
  const facts = new Map<string, Omit<ReadRegister, "rows">>();
  const held = new Map<string, ReadRegister>();
  let size = 0;
  const read = (key: string): ReadRegister => {
    const confirmation = confirmed.get(key);
    const rows = (byKey.get(key) ?? []).flatMap((page) => page.rows);
    const known = facts.get(key) ?? {
      confirmedUntil: confirmation ? new Date(confirmation.until) : null,
      confirmedCount: confirmation?.count,
      // Of screenings no id is sealed; each that counts was approved by another person since it was changed last.
      confirmed: confirmation && key !== SCREENING_PAGES ? confirmedOf(rows, confirmation.digest) : undefined,
    };
    facts.set(key, known);
    return { rows, ...known };
  };
  return (key) => {
    const known = held.get(key);
    const found = known ?? read(key);
    if (known) held.delete(key);
    else size += found.rows.length;
    held.set(key, found);
    for (const [oldest, { rows }] of held) {
      if (oldest === key || size <= MOST_HELD) break;
      held.delete(oldest);
      size -= rows.length;
    }
    return found;
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
