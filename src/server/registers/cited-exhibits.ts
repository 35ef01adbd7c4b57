import { sql } from "kysely";
import { parseExhibitNumber } from "#domain/exhibit-number.ts";
import type { Field, RecordFields, Register } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";

/** What a snapshot says of the exhibits that a record cites. */
type Cited = Pick<SnapshotRow, "withdrawn" | "types">;

interface Row {
  readonly exhibit: string;
  readonly type: string;
  readonly withdrawn: boolean;
}

const NONE: readonly string[] = [];
const numberOf = (exhibit: string) => parseExhibitNumber(exhibit) ?? 0;
const isOfExhibits = ({ type, of }: Field) => type === "exhibit" || of === "exhibit";

/**
 * By a record which of the exhibits that it cites were withdrawn since, and of which type those are where only some types can show what a
 * field says. Records cite the same exhibits again and again: each is asked for once.
 */
export async function readCited(
  tx: Tx,
  companyId: string,
): Promise<(register: Register, fields: RecordFields) => Cited> {
  const { rows } =
    await sql<Row>`SELECT 'EX-' || lpad(l.exhibit::text, greatest(6, length(l.exhibit::text)), '0') AS exhibit, e.type,
      e.withdrawal_id IS NOT NULL AS withdrawn
    FROM (SELECT DISTINCT l.exhibit FROM app.record_links l WHERE l.company_id = ${companyId} AND l.exhibit IS NOT NULL) l
    JOIN app.evidence e ON e.company_id = ${companyId} AND e.number = l.exhibit`.execute(tx);
  const known = new Map(rows.map((row) => [row.exhibit, row]));
  // What records say of the same exhibits is held once.
  const said = new Map<string, Cited["types"]>();
  const typesOf = (exhibits: readonly string[]): Cited["types"] => {
    const own = [...new Set(exhibits)].filter((exhibit) => known.has(exhibit)).toSorted(inOrder);
    if (own.length === 0) return undefined;
    const key = own.join(" ");
    const types = said.get(key) ?? Object.fromEntries(own.map((exhibit) => [exhibit, known.get(exhibit)!.type]));
    said.set(key, types);
    return types;
  };
  const fieldsOf = new Map<Register, readonly (readonly [string, boolean])[]>();
  const citing = (register: Register) => {
    const found =
      fieldsOf.get(register) ??
      Object.entries(register.fields).flatMap(([name, field]) =>
        isOfExhibits(field) ? [[name, field.shows !== undefined] as const] : [],
      );
    fieldsOf.set(register, found);
    return found;
  };
  return (register, fields) => {
    let [withdrawn, shown] = [NONE, NONE];
    for (const [name, shows] of citing(register)) {
      const exhibits = ([] as unknown[])
        .concat(fields[name] ?? [])
        .filter((value): value is string => typeof value === "string");
      const gone = exhibits.filter((exhibit) => known.get(exhibit)?.withdrawn === true);
      if (gone.length > 0) withdrawn = [...withdrawn, ...gone];
      if (shows) shown = [...shown, ...exhibits];
    }
    const types = typesOf(shown);
    return { withdrawn: withdrawn.length > 1 ? withdrawn.toSorted(inOrder) : withdrawn, ...(types && { types }) };
  };
}

const inOrder = (first: string, second: string) => numberOf(first) - numberOf(second);
