import type { Register } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { confirmedNoter } from "#judge/registers/told-confirmed.ts";
import type { ConfirmedTold } from "#judge/registers/told-confirmed.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Indexed } from "./confirmed-records.ts";
import type { PackedPage, SealedPage } from "./keep-pages.ts";
import { countRecords, findMade, MADE_FROM } from "./made-pages.ts";
import type { MadePages, Noted } from "./made-pages.ts";
import { makePages, openRegisters } from "./make-pages.ts";
import { readPages } from "./read-pages.ts";
import type { HeldRow } from "./snapshot-row.ts";

/** The pages of all registers, with what is known of their records. */
interface RegisterPages {
  /** By a register that everybody reads its pages, in order. */
  readonly pagesOf: ReadonlyMap<string, readonly SealedPage[]>;
  /** How many records have not ended, by such a register. */
  readonly openOf: ReadonlyMap<string, number>;
  /** Registers that have records. */
  readonly held: ReadonlySet<string>;
  readonly screened: readonly HeldRow[];
  readonly people: readonly SnapshotRow[];
  readonly addedAt: ReadonlyMap<string, Date>;
  /** Systems that records name. */
  readonly systems: ReadonlySet<string>;
  /** By a register what became of the records that were confirmed. */
  readonly confirmed: ReadonlyMap<string, ConfirmedTold>;
}

/** How records become rows of pages. */
interface Making {
  /** Told of each page that was made now. */
  readonly write?: ((page: PackedPage) => void) | undefined;
  readonly judge: string | undefined;
  readonly rowOf: (register: Register, row: HeldRow & Indexed) => SnapshotRow;
  /** Whether somebody confirmed the register. */
  readonly isConfirmed: (register: string) => boolean;
  /** All that `rowOf` says of a register beside its records, and of which registers it said anything else. */
  readonly saidOf: (register: Register) => unknown;
  readonly unsaid: ReadonlySet<string>;
  /** Of fewer records all pages are made anew. */
  readonly madeFrom?: number | undefined;
}

/** Rows of these are asked for by more than checks, or say what changes with every look at accounts. */
const ANEW = ["people", "devices"];
const kept = [...openRegisters.keys()].filter((key) => !ANEW.includes(key));

/** Makes the pages of all registers; of a company with many those alone that would not be what they were. */
export async function sealRegisters(tx: Tx, companyId: string, making: Making): Promise<RegisterPages> {
  const { write, judge, rowOf, isConfirmed, unsaid, madeFrom = MADE_FROM } = making;
  const sourceOf = (key: string) => JSON.stringify([judge, key, making.saidOf(openRegisters.get(key)!)]);
  const isLarge = judge !== undefined && (await countRecords(tx, companyId)) >= madeFrom;
  const made = isLarge ? await findMade(tx, companyId, kept, sourceOf) : undefined;
  const placed = new Map([...openRegisters.keys()].map((key) => [key, new Map<number, SealedPage>()]));
  const [held, openOf] = [new Set<string>(), new Map<string, number>()];
  const [screened, people, addedAt] = [[] as HeldRow[], [] as SnapshotRow[], new Map<string, Date>()];
  const systems = new Set<string>();
  const note = (key: string, page: number, sealed: SealedPage, noted: Noted) => {
    held.add(key);
    placed.get(key)!.set(page, sealed);
    openOf.set(key, (openOf.get(key) ?? 0) + noted.open);
    for (const id of noted.systems) systems.add(id);
  };
  for (const { register, page, made: sealed, noted } of made?.kept ?? []) note(register, page, sealed, noted);
  const confirmed = confirmations(placed, isConfirmed, made);
  await makePages(readPages(tx, companyId, made?.anew && { besides: kept, pages: made.anew }), {
    rowOf,
    isPrinted: made !== undefined && made.anew === undefined,
    saw: ({ register: key, rows: own }, rows) => {
      held.add(key);
      if (key === "screenings") screened.push(...own);
      if (!rows) return;
      confirmed.note(key, rows);
      if (key !== "people") return;
      people.push(...rows);
      for (const row of own) addedAt.set(row.id, row.created_at!);
    },
    made: ({ register, page, sealed, noted, rows }) => {
      write?.(sealed);
      if (made && kept.includes(register)) {
        if (rows !== undefined) made.read({ register, page }, rows);
        if (!unsaid.has(register)) made.keep({ register, page }, sealed, noted);
      }
      note(register, page, sealed, noted);
    },
  });
  const told = confirmed.told();
  await made?.done();
  const inOrder = (pages: ReadonlyMap<number, SealedPage>) =>
    [...pages].toSorted(([a], [b]) => a - b).map(([, { sha256, page }]) => ({ sha256, page }));
  const pagesOf = new Map([...placed].map(([key, pages]) => [key, inOrder(pages)]));
  return { pagesOf, openOf, held, screened, people, addedAt, systems, confirmed: told };
}

/** Tells of each confirmed register what became of its records, one after the other: of none but the one that comes is a record held. */
function confirmations(
  placed: ReadonlyMap<string, ReadonlyMap<number, SealedPage>>,
  isConfirmed: (register: string) => boolean,
  made: MadePages | undefined,
) {
  const told = new Map<string, ConfirmedTold>();
  // Pages that were made before are noted with those that are made now.
  const before = new Map([...placed].map(([key, pages]) => [key, [...pages.values()]]));
  const noterOf = (key: string) => {
    const noter = confirmedNoter();
    for (const { page } of before.get(key) ?? []) noter.note(page.rows);
    return noter;
  };
  let current: { readonly key: string; readonly noter: ReturnType<typeof confirmedNoter> } | undefined;
  const end = () => {
    if (!current) return;
    const { key, noter } = current;
    current = undefined;
    told.set(key, noter.told());
    if (kept.includes(key)) made?.keepConfirmed(key, told.get(key)!);
  };
  return {
    note: (key: string, rows: readonly SnapshotRow[]) => {
      if (current?.key !== key) end();
      if (!isConfirmed(key)) return;
      current ??= { key, noter: noterOf(key) };
      current.noter.note(rows);
    },
    told: (): ReadonlyMap<string, ConfirmedTold> => {
      end();
      for (const key of placed.keys()) {
        if (told.has(key) || !isConfirmed(key)) continue;
        const known = made?.confirmedOf(key);
        if (known) told.set(key, known);
        else {
          current = { key, noter: noterOf(key) };
          end();
        }
      }
      return told;
    },
  };
}
