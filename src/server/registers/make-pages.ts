import { registers } from "#catalog/registers/index.ts";
import type { Register } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Indexed } from "./confirmed-records.ts";
import { sealMade } from "./keep-pages.ts";
import type { PackedPage } from "./keep-pages.ts";
import { isReadByAll } from "./ledger-lines.ts";
import { rowsPrint } from "./made-pages.ts";
import type { Noted, PagePlace } from "./made-pages.ts";
import { pageMaker } from "./page-maker.ts";
import type { PageInMaking } from "./page-maker.ts";
import type { HeldPart } from "./read-pages.ts";
import type { HeldRow } from "./snapshot-row.ts";
import { namedSystems } from "./system-pages.ts";

/** A page is named by its hash, which everybody reads: what not everybody reads is sealed apart, without what it says. */
export const openRegisters: ReadonlyMap<string, Register> = new Map(
  registers.filter(isReadByAll).map((register) => [register.key, register]),
);

/** A page that was made now. */
interface MadePage extends PagePlace {
  readonly sealed: PackedPage;
  readonly noted: Noted;
  /** The print of its rows, where that was asked for. */
  readonly rows: string | undefined;
}

/** How pages are made, and who is told. */
interface Making {
  readonly rowOf: (register: Register, row: HeldRow & Indexed) => SnapshotRow;
  /** Whether the print of a page's rows is asked for. */
  readonly isPrinted: boolean;
  /** Told of records as they come, of all registers; with their rows where everybody reads these. */
  readonly saw: (part: HeldPart, rows: readonly SnapshotRow[] | undefined) => void;
  /** Told of each page, in their order. */
  readonly made: (page: MadePage) => void;
}

interface Current extends PagePlace {
  readonly text: PageInMaking;
  readonly print: ReturnType<typeof rowsPrint> | undefined;
  open: number;
  readonly named: ReturnType<typeof namedSystems>;
}

/** Makes pages of these records, one after the other: while a page is hashed and packed the next one is made, and nobody holds their rows. */
export async function makePages(
  parts: AsyncIterable<HeldPart>,
  { rowOf, isPrinted, saw, made }: Making,
): Promise<void> {
  const maker = pageMaker();
  let current: Current | undefined;
  let sealing: Promise<void> = Promise.resolve();
  const end = async () => {
    if (!current) return;
    const { register, page, text, print, open, named } = current;
    current = undefined;
    const [before, sealed] = [sealing, sealMade(text.end())];
    const noted = { open, systems: [...named.ids] };
    const rows = print?.print();
    sealing = before.then(async () => made({ register, page, sealed: await sealed, noted, rows }));
    // It is awaited behind the next page, if nothing else fails first.
    sealing.catch(() => {});
    sealed.catch(() => {});
    await before;
  };
  for await (const part of parts) {
    const register = openRegisters.get(part.register);
    const rows = register && part.rows.map((row) => rowOf(register, row));
    if (rows) {
      if (current?.register !== part.register || current.page !== part.page) {
        await end();
        current = {
          register: part.register,
          page: part.page,
          text: maker.begin(part.register),
          print: isPrinted ? rowsPrint() : undefined,
          open: 0,
          named: namedSystems(),
        };
      }
      for (const { fields, state } of rows) {
        current.named.note(fields);
        if (state !== "ended") current.open += 1;
      }
      current.print?.note(part.rows);
      current.text.add(rows);
    }
    saw(part, rows);
  }
  await end();
  await sealing;
}
