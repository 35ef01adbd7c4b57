import { sql } from "kysely";
import { parseExhibitNumber } from "#domain/exhibit-number.ts";
import type { Field, RecordFields, Register } from "#domain/registers/register.ts";
import { citedIn, isTimed } from "#domain/registers/shown-by.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";

/** What a snapshot says of the exhibits that a record cites. */
type Cited = { -readonly [Name in keyof Pick<SnapshotRow, "withdrawn" | "types" | "made">]: SnapshotRow[Name] };

interface CitedExhibits {
  readonly citedOf: (register: Register, fields: RecordFields) => Cited;
  /** All that is answered for a register follows from this. */
  readonly saidOf: (register: string) => readonly unknown[];
  /** Registers of which a record cited what nothing says of it: of those it does not. */
  readonly unlinked: ReadonlySet<string>;
}

interface Row {
  readonly register: string;
  readonly exhibit: string;
  readonly type: string;
  readonly made: Date;
  readonly withdrawn: boolean;
}

const NONE: readonly string[] = [];
const numberOf = (exhibit: string) => parseExhibitNumber(exhibit) ?? 0;
const isOfExhibits = ({ type, of }: Field) => type === "exhibit" || of === "exhibit";

/**
 * By a record which of the exhibits that it cites were withdrawn since, of which type those are where only some types can show what a
 * field says, and when they were made where a field asks that. Records cite the same exhibits again and again: each is asked for once.
 */
export async function readCited(tx: Tx, companyId: string): Promise<CitedExhibits> {
  const { rows } =
    await sql<Row>`SELECT l.register, 'EX-' || lpad(l.exhibit::text, greatest(6, length(l.exhibit::text)), '0') AS exhibit, e.type,
      least(e.collected_at, e.filed_at) AS made, e.withdrawal_id IS NOT NULL AS withdrawn
    FROM (SELECT DISTINCT l.register, l.exhibit FROM app.record_links l WHERE l.company_id = ${companyId} AND l.exhibit IS NOT NULL) l
    JOIN app.evidence e ON e.company_id = ${companyId} AND e.number = l.exhibit ORDER BY l.register, l.exhibit`.execute(
      tx,
    );
  const linked = Map.groupBy(rows, ({ register }) => register);
  const known = new Map(rows.map((row) => [row.exhibit, row]));
  // What records say of the same exhibits is held once.
  const teller = <T>(tell: (row: Row) => T) => {
    const said = new Map<string, Readonly<Record<string, T>>>();
    return (exhibits: readonly string[]): Readonly<Record<string, T>> | undefined => {
      if (exhibits.length === 0) return undefined;
      // Most records cite a single one.
      const ofOne = exhibits.length === 1 ? said.get(exhibits[0]!) : undefined;
      if (ofOne) return ofOne;
      const own = [...new Set(exhibits)].filter((exhibit) => known.has(exhibit)).toSorted(inOrder);
      if (own.length === 0) return undefined;
      const key = own.join(" ");
      const found = said.get(key) ?? Object.fromEntries(own.map((exhibit) => [exhibit, tell(known.get(exhibit)!)]));
      said.set(key, found);
      return found;
    };
  };
  const [typesOf, madeOf] = [teller(({ type }) => type), teller(({ made }) => made.toISOString())];
  const fieldsOf = new Map<Register, readonly (readonly [string, Field])[]>();
  const citing = (register: Register) => {
    const found =
      fieldsOf.get(register) ??
      Object.entries(register.fields).flatMap(([name, field]) => (isOfExhibits(field) ? [[name, field] as const] : []));
    fieldsOf.set(register, found);
    return found;
  };
  const numbersIn = new Map([...linked].map(([key, own]) => [key, new Set(own.map(({ exhibit }) => exhibit))]));
  const unlinked = new Set<string>();
  const citedOf = (register: Register, fields: RecordFields): Cited => {
    let [withdrawn, shown, timed] = [NONE, NONE, NONE];
    for (const [name, field] of citing(register)) {
      const exhibits = citedIn(fields, name);
      if (exhibits.length === 0) continue;
      for (const exhibit of exhibits)
        if (known.get(exhibit)?.withdrawn === true) withdrawn = both(withdrawn, [exhibit]);
      if (!exhibits.every((exhibit) => numbersIn.get(register.key)?.has(exhibit))) unlinked.add(register.key);
      if (field.shows) shown = both(shown, exhibits);
      if (isTimed(field)) timed = both(timed, exhibits);
    }
    const [types, made] = [typesOf(shown), madeOf(timed)];
    const said: Cited = { withdrawn: withdrawn.length > 1 ? withdrawn.toSorted(inOrder) : withdrawn };
    if (types) said.types = types;
    if (made) said.made = made;
    return said;
  };
  return { citedOf, saidOf: (register) => linked.get(register) ?? [], unlinked };
}

const both = (some: readonly string[], others: readonly string[]): readonly string[] =>
  some.length === 0 ? others : [...some, ...others];

const inOrder = (first: string, second: string) => numberOf(first) - numberOf(second);
