import { escapeLiteral } from "pg";
import type { ClientBase } from "pg";
import { companies, connections, people, principals } from "./principals.ts";
import type { Principal, Side } from "./principals.ts";
import { readGrants } from "./grants.ts";
import type { Granted } from "./grants.ts";
import { insertRow, isAuthor } from "./seed.ts";
import { readTables } from "./tables.ts";
import type { Table } from "./tables.ts";
import { refusal, triedOut, undoneAs } from "./undone.ts";
import type { Refusal } from "./undone.ts";

/** Rows of nobody count as a side of their own. */
export type Place = Side | "nobody";

/** What one principal can do with the rows of one place in one table; a verb without privilege is absent. */
export interface Cell {
  readonly table: string;
  readonly principal: Principal;
  readonly place: Place;
  /** Number of seeded rows here. */
  readonly rows: number;
  readonly columns: number;
  read?: { readonly seen: number; readonly columns: readonly string[] };
  insert?: { readonly outcome: Insertion; readonly columns: readonly string[] };
  update?: Readonly<Record<string, Touched>>;
  delete?: Touched;
}

/** Whose name the row may carry; a table without a column for that is written to unsigned. */
export type Insertion = "as anyone" | "as oneself" | "unsigned" | "refused";

/** Number of rows that the verb reached, or that only the trigger stood in its way. */
export type Touched = number | "append-only";

type Row = Record<string, unknown>;

/** A table with its seeded rows, as the administrator sees them. */
interface Seeded extends Table {
  readonly rows: readonly { readonly ctid: string; readonly place: Place; readonly row: Row }[];
  readonly places: readonly Place[];
}

/**
 * Tries every verb of every principal on every table and every place, each try taken back. The client's transaction
 * is the administrator's. Throws when a place of a table has no row: an empty table would look perfectly isolated.
 */
export async function tryTables(client: ClientBase, only?: readonly string[]): Promise<Cell[]> {
  const tables = (await readTables(client)).filter(({ name }) => !only || only.includes(name));
  const grants = await readGrants(client);
  const cells: Cell[] = [];
  for (const table of tables) {
    const seeded = await readSeeded(client, table);
    for (const principal of principals) {
      const granted = grants(principal.role, table.name);
      cells.push(...(await undoneAs(client, principal, () => probe(client, seeded, principal, granted))));
    }
  }
  return cells;
}

const homes = new Map<unknown, Side>([
  ...Object.entries(companies).map(([side, id]) => [id, side as Side] as const),
  ...Object.values(people).map(({ id, home }) => [id, home] as const),
]);

async function readSeeded(client: ClientBase, table: Table): Promise<Seeded> {
  const found = await client.query<{ ctid: string; row: Row }>(
    `SELECT ctid::text, to_jsonb(x) AS row FROM ${table.name} x`,
  );
  const placeOf = (row: Row): Place => (table.key ? homes.get(row[table.key])! : "nobody");
  const rows = found.rows.map(({ ctid, row }) => ({ ctid, row, place: placeOf(row) }));
  const places: Place[] = table.key ? ["A", "B"] : ["nobody"];
  for (const place of places) {
    if (!rows.some((row) => row.place === place)) throw new Error(`${table.name} has no row of ${place} in the seed`);
  }
  return { ...table, rows, places };
}

async function probe(client: ClientBase, table: Seeded, principal: Principal, granted: Granted): Promise<Cell[]> {
  const cells = table.places.map((place): Cell => {
    const rows = table.rows.filter((row) => row.place === place).length;
    return { table: table.name, principal, place, rows, columns: table.columns.length };
  });
  for (const cell of cells) {
    if (granted.select.length > 0)
      cell.read = { seen: await read(client, table, cell, granted), columns: granted.select };
    if (granted.insert.length > 0) {
      cell.insert = { outcome: await insert(client, table, cell, granted.insert), columns: granted.insert };
    }
  }
  for (const column of granted.update) {
    const reached = await change(client, table, granted, updateOf(table, column));
    for (const cell of cells) cell.update = { ...cell.update, [column]: reached(cell.place) };
  }
  if (granted.delete) {
    const reached = await change(client, table, granted, {
      blind: `DELETE FROM ${table.name}`,
      seeing: `DELETE FROM ${table.name}`,
    });
    for (const cell of cells) cell.delete = reached(cell.place);
  }
  return cells;
}

/** `WHERE` for the rows of a place; empty when the role may not read the key, so that the verb is tried on all. */
function where({ key, rows }: Seeded, place: Place, granted: Granted): string {
  if (!key || !granted.select.includes(key)) return "";
  const keys = rows.filter((row) => row.place === place).map(({ row }) => `'${String(row[key])}'`);
  return `WHERE ${key} IN (${[...new Set(keys)].join(", ")})`;
}

async function read(client: ClientBase, table: Seeded, { place }: Cell, granted: Granted): Promise<number> {
  const sql = `SELECT ${granted.select.join(", ")} FROM ${table.name} ${where(table, place, granted)}`;
  const seen = await triedOut(client, sql).catch((error) => {
    if (refusal(error) === "permission denied") return [];
    throw error;
  });
  return seen.length;
}

/** Tries a copy of a seeded row, in the principal's own name and in a colleague's. */
async function insert(client: ClientBase, table: Seeded, cell: Cell, columns: readonly string[]): Promise<Insertion> {
  const template = table.rows.find(({ place }) => place === cell.place)!.row;
  const { userId } = cell.principal;
  // A connection writes in its own name, and must not in that of the one beside it.
  const isConnection = userId === connections.live.id;
  const authors = table.columns
    .filter((column) => isAuthor(column) || (isConnection && column.name === "connection_id"))
    .map(({ name }) => name);
  const colleague = isConnection ? connections.other : cell.place === "B" ? people.otherOwner : people.viewer;
  const passes = async (author: string) => {
    const row = { ...template, ...Object.fromEntries(authors.map((name) => [name, author])) };
    const [sql, [json]] = insertRow(table.name, columns, row);
    return await triedOut(
      client,
      sql.replace("$1", () => escapeLiteral(json as string)),
    ).then(
      () => true,
      (error) => {
        const reason = refusal(error);
        if (reason === "other") throw error;
        return reason === "constraint";
      },
    );
  };
  const asOneself = await passes(userId || crypto.randomUUID());
  const asColleague =
    authors.length === 0 ? asOneself : await passes(colleague.id === userId ? people.admin.id : colleague.id);
  if (asOneself && authors.length === 0) return "unsigned";
  if (asColleague) return "as anyone";
  return asOneself ? "as oneself" : "refused";
}

interface Change {
  /** Names no column to read: such a statement passes by the policies for reading. */
  readonly blind: string;
  readonly seeing: string;
}

function updateOf({ name, key, rows }: Seeded, column: string): Change {
  const own = rows[0]!.row[column];
  // Moving a row to another owner is the update that must never work.
  const value = column === key ? rows.map(({ row }) => row[column]).find((other) => other !== own) : own;
  const literal = escapeLiteral(JSON.stringify({ [column]: value }));
  const set = `UPDATE ${name} SET ${column} = `;
  const blind = `${set}(jsonb_populate_record(NULL::${name}, ${literal})).${column}`;
  return { blind, seeing: column === key ? blind : set + column };
}

/**
 * Which rows the change reaches, told by place. Tried blind on the whole table first; when something stops that
 * before all rows were visited, once more on each place alone.
 */
async function change(client: ClientBase, table: Seeded, granted: Granted, { blind, seeing }: Change) {
  const touched = await attempt(client, table, blind);
  if (touched instanceof Map) return (place: Place): Touched => touched.get(place) ?? 0;
  const reached = new Map<Place, Touched>();
  for (const place of touched === "permission denied" ? [] : table.places) {
    const alone = await attempt(client, table, `${seeing} ${where(table, place, granted)}`);
    if (alone instanceof Map) reached.set(place, alone.get(place) ?? 0);
    if (alone === "append-only") reached.set(place, alone);
    // A constraint that stopped even this had a row before it: count all rather than too few.
    if (alone === "constraint") reached.set(place, table.rows.filter((row) => row.place === place).length);
  }
  return (place: Place): Touched => reached.get(place) ?? 0;
}

/** Runs a statement and counts the seeded rows that are no longer where they were, or says what stopped it. */
async function attempt(client: ClientBase, table: Seeded, sql: string): Promise<Map<Place, number> | Refusal> {
  try {
    const left = await triedOut<{ ctid: string }>(client, `${sql}; RESET ROLE; SELECT ctid::text FROM ${table.name}`);
    const untouched = new Set(left.map(({ ctid }) => ctid));
    const touched = new Map<Place, number>();
    for (const { ctid, place } of table.rows) {
      if (!untouched.has(ctid)) touched.set(place, (touched.get(place) ?? 0) + 1);
    }
    return touched;
  } catch (error) {
    const reason = refusal(error);
    if (reason === "other") throw error;
    return reason;
  }
}
