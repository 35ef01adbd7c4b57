import { registers } from "#catalog/registers/index.ts";
import type { Register } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { confirmedNoter } from "#judge/registers/told-confirmed.ts";
import type { ConfirmedTold } from "#judge/registers/told-confirmed.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Indexed } from "./confirmed-records.ts";
import { pageKeeper } from "./keep-pages.ts";
import type { SealedPage } from "./keep-pages.ts";
import { isReadByAll } from "./ledger-lines.ts";
import { countRecords, findMade, MADE_FROM } from "./made-pages.ts";
import type { MadePages } from "./made-pages.ts";
import { pageNumber, readPages } from "./read-pages.ts";
import type { HeldRow } from "./snapshot-row.ts";
import { namedSystems } from "./system-pages.ts";

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
  /** SHA-256 of the pages of the snapshot before, which are kept. */
  readonly keptBefore: ReadonlySet<string>;
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

/** A page is named by its hash, which everybody reads: what not everybody reads is sealed apart, without what it says. */
const open = new Map(registers.filter(isReadByAll).map((register) => [register.key, register]));
/** Rows of these are asked for by more than checks, or say what changes with every look at accounts. */
const ANEW = ["people", "devices"];
const kept = [...open.keys()].filter((key) => !ANEW.includes(key));

/** Makes the pages of all registers; of a company with many those alone that would not be what they were. */
export async function sealRegisters(tx: Tx, companyId: string, making: Making): Promise<RegisterPages> {
  const { keptBefore, judge, rowOf, isConfirmed, unsaid, madeFrom = MADE_FROM } = making;
  const sourceOf = (key: string) => JSON.stringify([judge, key, making.saidOf(open.get(key)!)]);
  const isLarge = judge !== undefined && (await countRecords(tx, companyId)) >= madeFrom;
  const made = isLarge ? await findMade(tx, companyId, kept, sourceOf) : undefined;
  const placed = new Map([...open.keys()].map((key) => [key, new Map<number, SealedPage>()]));
  const [held, openOf] = [new Set<string>(), new Map<string, number>()];
  const [screened, people, addedAt] = [[] as HeldRow[], [] as SnapshotRow[], new Map<string, Date>()];
  const systems = new Set<string>();
  const note = (key: string, page: number, sealed: SealedPage, noted: { open: number; systems: Iterable<string> }) => {
    held.add(key);
    placed.get(key)!.set(page, sealed);
    openOf.set(key, (openOf.get(key) ?? 0) + noted.open);
    for (const id of noted.systems) systems.add(id);
  };
  for (const { register, page, made: sealed, noted } of made?.kept ?? []) note(register, page, sealed, noted);
  const confirmed = confirmations(placed, isConfirmed, made);
  const keep = pageKeeper(tx, companyId, keptBefore);
  let sealing: Promise<void> = Promise.resolve();
  const some = made && { besides: kept, pages: made.anew };
  for await (const { register: key, rows } of readPages(tx, companyId, some)) {
    held.add(key);
    if (key === "screenings") screened.push(...rows);
    const register = open.get(key);
    if (!register) continue;
    const own = rows.map((row) => rowOf(register, row));
    confirmed.note(key, own);
    if (key === "people") {
      people.push(...own);
      for (const row of rows) addedAt.set(row.id, row.created_at!);
    }
    const named = namedSystems();
    for (const { fields } of own) named.note(fields);
    const noted = { open: own.filter(({ state }) => state !== "ended").length, systems: [...named.ids] };
    const page = pageNumber(rows[0]!);
    const [before, sealed] = [sealing, keep.seal({ register: key, rows: own })];
    // While this page is hashed and packed the next one is made.
    sealing = before.then(async () => {
      const whole = await sealed;
      if (made && kept.includes(key) && !unsaid.has(key)) made.keep({ register: key, page }, whole, noted);
      note(key, page, whole, noted);
    });
    // It is awaited behind the next page, if nothing else fails first.
    sealing.catch(() => {});
    sealed.catch(() => {});
    await before;
  }
  await sealing;
  await keep.done();
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
