import { createHash } from "node:crypto";
import { sql } from "kysely";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import { PAGE_ROWS } from "#domain/registers/snapshot.ts";
import type { ConfirmedTold } from "#judge/registers/told-confirmed.ts";
import type { PageTold } from "#judge/registers/told-pages.ts";
import { plainArray, textArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { codePrint } from "./code-print.ts";
import type { Indexed } from "./confirmed-records.ts";
import { keptPage } from "./keep-pages.ts";
import type { PackedPage } from "./keep-pages.ts";
import { rowBatches } from "./row-batches.ts";
import type { HeldRow } from "./snapshot-row.ts";

/** Of fewer records making all pages takes no time. */
export const MADE_FROM = 20_000;

/** How many records a company has, about: those of matters are not counted. */
export async function countRecords(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await sql<{
    records: number;
  }>`SELECT coalesce(sum(c.approved + c.waiting + c.ended), 0)::integer AS records
    FROM app.record_counts c WHERE c.company_id = ${companyId}`.execute(tx);
  return rows[0]!.records;
}

/** A page by its register and its place there, from 0 on. */
export interface PagePlace {
  readonly register: string;
  readonly page: number;
}

/** What a run asks of a page besides what is judged: how many of its records are not ended, and which systems they name. */
export interface Noted {
  readonly open: number;
  readonly systems: readonly string[];
}

/** Pages that were made before from just what they would be made from now, and where the others are. */
export interface MadePages {
  readonly kept: readonly (PagePlace & { readonly made: PackedPage; readonly noted: Noted })[];
  /** Undefined where nothing is kept: all of them. */
  readonly anew: readonly PagePlace[] | undefined;
  /** Says of a page the print of the rows that it was made from, where nothing is kept. */
  read(place: PagePlace, rows: string): void;
  /** Notes a page that was made now, to be kept for the next run. */
  keep(place: PagePlace, made: PackedPage, noted: Noted): void;
  /** What was told of the confirmed records of a register of which each page is as it was. */
  confirmedOf(register: string): ConfirmedTold | undefined;
  keepConfirmed(register: string, told: ConfirmedTold): void;
  /** Keeps what was noted, in one order for all runs: two of one company wait for each other, and neither for good. */
  done(): Promise<void>;
}

/** What is told of a register as a whole stands before its first page. */
const WHOLE = -1;

type ToldOfPage = PageTold & Noted & Pick<PackedPage, "length">;

interface Source extends PagePlace {
  readonly rows: string;
}

/**
 * Looks which pages of these registers are as they were made before. `sourceOf` says all that a page of a register is made from beside its
 * records, in one text. Records are told by the transaction that wrote them, by which no two writings of a record are the same.
 */
export async function findMade(
  tx: Tx,
  companyId: string,
  registers: readonly string[],
  sourceOf: (register: string) => string,
): Promise<MadePages> {
  const isFirst = !(await hasMade(tx, companyId));
  // A first run has nothing to compare with: prints are taken of the rows as pages are made (`rowsPrint`), not by a pass over all records.
  const { rows: now } = isFirst
    ? { rows: [] }
    : await sql<Source>`SELECT r.register, ((r.number - 1) / ${sql.lit(PAGE_ROWS)})::integer AS page,
      encode(sha256(convert_to(string_agg(concat_ws(' ', r.id, r.number, r.version, r.ledger_index, r.xmin::text), ';'
        ORDER BY r.number, r.id), 'UTF8')), 'hex') AS rows
    FROM app.records r WHERE r.company_id = ${companyId} AND r.register = ANY (${textArray(registers)}::text[])
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(tx);
  const beside = new Map(registers.map((register) => [register, sha256(`${codePrint()} ${sourceOf(register)}`)]));
  const sources = new Map(
    now.map(({ register, page, rows }) => [nameOf({ register, page }), sha256(`${beside.get(register)!} ${rows}`)]),
  );
  const addWholes = (pages: readonly PagePlace[]) => {
    for (const [register, own] of Map.groupBy(pages, (place) => place.register))
      sources.set(nameOf({ register, page: WHOLE }), sha256(own.map((place) => sources.get(nameOf(place))!).join(" ")));
  };
  addWholes(now);
  const found = isFirst ? new Map<string, Kept>() : await readMade(tx, companyId, sources);
  const readFirst: PagePlace[] = [];
  const made = now.flatMap(({ register, page }) => {
    const own = found.get(nameOf({ register, page }));
    if (!own) return [];
    const { about, wrong, length, open, systems } = own.told as ToldOfPage;
    const { sha256: hash, packed } = own;
    const kept = keptPage(register, { sha256: hash, packed, length, told: { about, wrong } });
    return [{ register, page, made: kept, noted: { open, systems } }];
  });
  const known = new Set(made.map(nameOf));
  const anew = now.filter((own) => !known.has(nameOf(own)));
  const changed = new Set(anew.map(({ register }) => register));
  const toKeep: (PagePlace & Kept)[] = [];
  const write = async (some: readonly (PagePlace & Kept)[]) => {
    const rows = some.flatMap((own) => {
      const { register, page, sha256: hash, packed, told } = own;
      const source = sources.get(nameOf(own));
      // One that came while others were read is looked at by the next run.
      if (source === undefined) return [];
      const said = JSON.stringify({ ...told, print: printOf(source, own) });
      return [sql`(${companyId}, ${register}, ${page}, decode(${source}, 'hex'), ${hash}, ${packed}, ${said}::jsonb)`];
    });
    if (rows.length === 0) return;
    await sql`INSERT INTO app.made_pages (company_id, register, page, source, sha256, packed, told) VALUES ${sql.join(rows)}
      ON CONFLICT (company_id, register, page) DO UPDATE SET source = excluded.source, sha256 = excluded.sha256, packed = excluded.packed,
        told = excluded.told`.execute(tx);
  };
  return {
    kept: made,
    anew: isFirst ? undefined : anew,
    read: (place, rows) => {
      readFirst.push(place);
      sources.set(nameOf(place), sha256(`${beside.get(place.register)!} ${rows}`));
    },
    keep: (place, { sha256, packed, length, page: { told } }, noted) => {
      if (told) toKeep.push({ ...place, sha256, packed, told: { ...told, ...noted, length } });
    },
    confirmedOf: (register) =>
      changed.has(register)
        ? undefined
        : (found.get(nameOf({ register, page: WHOLE }))?.told as ConfirmedTold | undefined),
    keepConfirmed: (register, told) => void toKeep.push({ register, page: WHOLE, sha256: "", packed: NOTHING, told }),
    done: async () => {
      addWholes(readFirst.toSorted(byPlace));
      const inOrder = toKeep.toSorted(byPlace);
      for (let from = 0; from < inOrder.length; from += WRITTEN_AT_ONCE)
        await write(inOrder.slice(from, from + WRITTEN_AT_ONCE));
    },
  };
}

interface Kept {
  readonly sha256: string;
  readonly packed: Buffer;
  readonly told: ToldOfPage | ConfirmedTold;
}

const byPlace = (a: PagePlace, b: PagePlace): number =>
  a.register === b.register ? a.page - b.page : a.register < b.register ? -1 : 1;

const NOTHING = Buffer.alloc(0);
const nameOf = ({ register, page }: PagePlace) => `${register} ${page}`;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** SHA-256 over what is kept, and what that was made from: a text or a word that was kept of something else has another. */
export const printOf = (source: string, { sha256: hash, packed, told }: Kept): string =>
  createHash("sha256")
    .update(`${source} ${hash} ${canonicalJson(told as unknown as CanonicalValue)}`)
    .update(packed)
    .digest("hex");

/** So many are read at once: on their way each takes three times as much as it is held in. */
const READ_AT_ONCE = 20;

const WRITTEN_AT_ONCE = 20;

async function hasMade(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean;
  }>`SELECT EXISTS (SELECT FROM app.made_pages p WHERE p.company_id = ${companyId} AND p.source <> '') AS has`.execute(
    tx,
  );
  return rows[0]!.has;
}

/** A record as the print of its page has it. */
interface Printed extends Pick<HeldRow & Indexed, "id" | "number" | "version" | "ledger_index"> {
  /** The transaction that wrote it. */
  readonly written_by: string;
}

/** The print of a page's rows, in their order, as `findMade` asks the database for it. */
export function rowsPrint(): { note(rows: readonly Printed[]): void; print(): string } {
  const hash = createHash("sha256");
  let between = "";
  return {
    note: (rows) => {
      let text = "";
      for (const { id, number, version, ledger_index: index, written_by: by } of rows) {
        text += `${between}${id} ${number} ${version} ${index} ${by}`;
        between = ";";
      }
      hash.update(text);
    },
    print: () => hash.digest("hex"),
  };
}

/** Believes nothing any more that runs of a company kept: what the next one makes is kept in its place. */
export async function forgetMade(tx: Tx, companyId: string): Promise<void> {
  await sql`UPDATE app.made_pages SET source = '' WHERE company_id = ${companyId}`.execute(tx);
}

/** What is kept of just these sources, by its place, where it is what was kept. */
async function readMade(tx: Tx, companyId: string, sources: ReadonlyMap<string, string>) {
  const query = sql`SELECT p.register, p.page, p.sha256, p.packed, p.told, s.source
    FROM app.made_pages p JOIN unnest(${textArray([...sources.keys()])}::text[], ${plainArray([...sources.values()])}::text[]) s (name, source)
      ON s.name = p.register || ' ' || p.page AND decode(s.source, 'hex') = p.source
    WHERE p.company_id = ${companyId}`;
  const found = new Map<string, Kept>();
  for await (const rows of rowBatches<Row>(tx, "made_pages", query, READ_AT_ONCE))
    for (const { told: all, source, register, page, ...own } of rows) {
      const { print, ...told } = all;
      const kept = { ...own, told };
      if (printOf(source, kept) === print) found.set(nameOf({ register, page }), kept);
    }
  return found;
}

interface Row extends PagePlace, Pick<Kept, "sha256" | "packed"> {
  readonly told: Kept["told"] & { readonly print?: string };
  readonly source: string;
}
