import { SCREENING_PAGES } from "#domain/registers/screenings.ts";
import type { SnapshotManifest, SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import { noteAbout } from "./about-rows.ts";
import type { ReadRegister } from "./registers.ts";
import { confirmedNoter } from "./told-confirmed.ts";
import type { ConfirmedTold } from "./told-confirmed.ts";
import type { ToldPage } from "./told-pages.ts";

/** What is said of a register, asked once. */
export function remembered<T>(ask: (key: string) => T): (key: string) => T {
  const said = new Map<string, { readonly answer: T }>();
  return (key) => {
    const known = said.get(key) ?? { answer: ask(key) };
    said.set(key, known);
    return known.answer;
  };
}

/**
 * So many rows are held at once: people and two more registers of the most that companies have. A register beyond that is read from its pages
 * again when it is asked for, and another one is let go before.
 */
export const MOST_HELD = 35_000;

/** Whether a register may be let go for another one: of people most checks ask. */
export const isLetGo = (register: string): boolean => register !== "people";

/** The registers of a snapshot, from its pages; those that were asked for last are held. What was told of pages is not read from them. */
export function registersOf(
  manifest: SnapshotManifest,
  pages: readonly ToldPage[],
  toldConfirmed?: ReadonlyMap<string, ConfirmedTold>,
): (key: string) => ReadRegister {
  const confirmed = new Map(manifest.registers.map(({ key, confirmation }) => [key, confirmation]));
  const byKey = Map.groupBy(pages, ({ register }) => register);
  const held = new Map<string, readonly SnapshotRow[]>();
  let size = 0;
  const letGo = (more: number) => {
    for (const [oldest, rows] of held) {
      if (size + more <= MOST_HELD) break;
      if (!isLetGo(oldest)) continue;
      held.delete(oldest);
      size -= rows.length;
    }
  };
  const rowsOf = (key: string): readonly SnapshotRow[] => {
    const known = held.get(key);
    if (known) {
      held.delete(key);
      held.set(key, known);
      return known;
    }
    const own = byKey.get(key) ?? [];
    letGo(own.reduce((sum, { told }) => sum + (told?.about.size ?? 0), 0));
    const found = own.flatMap((page) => page.rows);
    // What was not told of pages is known by now.
    letGo(found.length);
    held.set(key, found);
    size += found.length;
    return found;
  };
  return remembered((key) => {
    const confirmation = confirmed.get(key);
    let ofRecords: { readonly confirmed: ReadRegister["confirmed"] } | undefined;
    const register: ReadRegister = {
      get rows() {
        return rowsOf(key);
      },
      *pages() {
        const rows = held.get(key);
        if (rows) yield rows;
        else for (const page of byKey.get(key) ?? []) yield page.rows;
      },
      confirmedUntil: confirmation ? new Date(confirmation.until) : null,
      confirmedCount: confirmation?.count,
      // Of screenings no id is sealed; each that counts was approved by another person since it was changed last.
      get confirmed() {
        if (!confirmation || key === SCREENING_PAGES) return undefined;
        ofRecords ??= {
          confirmed: confirmedOf(toldConfirmed?.get(key) ?? tellConfirmed(rowsOf(key)), confirmation.digest),
        };
        return ofRecords.confirmed;
      },
    };
    const told = (byKey.get(key) ?? []).map((page) => page.told?.about);
    if (told.every((about) => about !== undefined)) noteAbout(register, told);
    return register;
  });
}

/** All rows of a register as one page, which are those that its checks are to be given. */
export const wholePage = (key: string, register: (key: string) => ReadRegister): SnapshotPage => ({
  register: key,
  get rows() {
    return register(key).rows;
  },
});

/** What became of the records that were confirmed, where they are those over which the ledger has a digest. */
function confirmedOf(told: ConfirmedTold, digest: string | undefined): ReadRegister["confirmed"] {
  if (told.isOdd || told.digest !== digest) return "unread";
  return { changed: told.changed, ended: told.ended };
}

function tellConfirmed(rows: readonly SnapshotRow[]): ConfirmedTold {
  const noter = confirmedNoter();
  noter.note(rows);
  return noter.told();
}
