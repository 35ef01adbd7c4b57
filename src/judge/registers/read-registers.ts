import { digestOfConfirmed } from "#domain/registers/confirmed.ts";
import { SCREENING_PAGES } from "#domain/registers/screenings.ts";
import type { SnapshotManifest, SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import { noteRows } from "./about-rows.ts";
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
  const held = new Map<string, readonly SnapshotRow[]>();
  let size = 0;
  const rowsOf = (key: string): readonly SnapshotRow[] => {
    const known = held.get(key);
    const found = known ?? (byKey.get(key) ?? []).flatMap((page) => page.rows);
    if (known) held.delete(key);
    else size += found.length;
    held.set(key, found);
    for (const [oldest, rows] of held) {
      if (oldest === key || size <= MOST_HELD) break;
      held.delete(oldest);
      size -= rows.length;
    }
    return found;
  };
  return remembered((key) => {
    const confirmation = confirmed.get(key);
    const first = rowsOf(key);
    const register: ReadRegister = {
      get rows() {
        return rowsOf(key);
      },
      confirmedUntil: confirmation ? new Date(confirmation.until) : null,
      confirmedCount: confirmation?.count,
      // Of screenings no id is sealed; each that counts was approved by another person since it was changed last.
      confirmed: confirmation && key !== SCREENING_PAGES ? confirmedOf(first, confirmation.digest) : undefined,
    };
    noteRows(register, first);
    return register;
  });
}

/** The registers that pages are of, each as one page of rows that are held for a while. */
export const wholePages = (
  pages: readonly SnapshotPage[],
  register: (key: string) => ReadRegister,
): readonly SnapshotPage[] =>
  [...new Set(pages.map(({ register: key }) => key))].map((key) => ({
    register: key,
    get rows() {
      return register(key).rows;
    },
  }));

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
