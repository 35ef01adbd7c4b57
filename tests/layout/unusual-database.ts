import type { ClientBase } from "pg";
import { readTables } from "../contracts/isolation/tables.ts";
import { textOfTurn } from "./texts.ts";
import { writtenColumns } from "./written-columns.ts";
import type { WrittenColumn } from "./written-columns.ts";

/** What is tried for a column, until its constraints take it. */
const LENGTHS = [300, 200, 120, 100, 80, 60, 40];

/**
 * Writes an unusual text into each field of each row that a person or a vendor may have written. Answers with the columns
 * that took none, which a test has to explain. Past triggers: records of what was are not changed by anybody but us here.
 */
export async function writeUnusualTexts(client: ClientBase): Promise<string[]> {
  const columns = writtenColumns(await readTables(client));
  await client.query("SET session_replication_role = replica");
  const refused: string[] = [];
  for (const column of columns)
    if (!(await writeColumn(client, column))) refused.push(`${column.table}.${column.column}`);
  await client.query("RESET session_replication_role");
  return refused;
}

async function writeColumn(client: ClientBase, { table, column, is }: WrittenColumn): Promise<boolean> {
  const { rows } = await client.query<{ at: string; value: unknown }>(
    `SELECT ctid::text AS at, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ctid`,
  );
  if (rows.length === 0) return true;
  for (const most of LENGTHS) {
    const values = rows.map(({ value }, turn) => unusual(value, is, column, turn, most));
    // One statement for all rows, found by their place before it.
    const type = is === "list" ? "jsonb" : "text";
    const written = is === "list" ? "ARRAY(SELECT jsonb_array_elements_text(x.value::jsonb))" : `x.value`;
    const cast = is === "json" ? `(${written})::${await typeOf(client, table, column)}` : written;
    try {
      await client.query(
        `UPDATE ${table} t SET ${column} = ${cast} FROM unnest($1::tid[], $2::text[]) x(at, value) WHERE t.ctid = x.at`,
        [rows.map(({ at }) => at), values.map((value) => (type === "jsonb" ? JSON.stringify(value) : value))],
      );
      return true;
    } catch (error) {
      // A constraint of the column: less may do.
      if (!/^2[23]/.test((error as { code?: string }).code ?? "")) throw error;
    }
  }
  return false;
}

async function typeOf(client: ClientBase, table: string, column: string): Promise<string> {
  const { rows } = await client.query<{ type: string }>(
    "SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2",
    [table, column],
  );
  return rows[0]!.type;
}

function unusual(value: unknown, is: WrittenColumn["is"], column: string, turn: number, most: number): unknown {
  if (value === "") return value;
  if (is === "list") return (value as string[]).map((_, at) => textOfTurn(turn + at, most));
  if (is === "json") {
    const read: unknown = typeof value === "string" ? JSON.parse(value) : value;
    return JSON.stringify(withUnusualWords(read, turn, most));
  }
  if (/email|contact|recipient/.test(column))
    return `${"long.address".repeat(5)}.${turn}@${"sub.".repeat(40)}example.test`;
  if (column === "url") return `https://hooks.example.test/${"segment".repeat(30)}/${turn}`;
  if (column === "repository") return `${"organization".repeat(3)}/${"repository".repeat(9)}${turn}`;
  if (column === "branch") return `feature/${"branch".repeat(20)}${turn}`;
  if (column === "file_name") return `${textOfTurn(turn, most - 4)}.pdf`;
  return textOfTurn(turn, most);
}

/** Sentences and names become unusual; ids, keys, instants and words of the program stay what they are. */
function withUnusualWords(value: unknown, turn: number, most: number): unknown {
  if (Array.isArray(value)) return value.map((item, at) => withUnusualWords(item, turn + at, most));
  if (value !== null && typeof value === "object")
    return Object.fromEntries(
      Object.entries(value).map(([key, item], at) => [
        key,
        typeof item === "string" &&
        /^(name|title|label|reason|account|accountLabel|from|to|said|text|email|resource|message)$/.test(key) &&
        !/^\d{4}-/.test(item)
          ? textOfTurn(turn + at, most)
          : withUnusualWords(item, turn + at, most),
      ]),
    );
  return value;
}
