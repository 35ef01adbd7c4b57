import type { ClientBase, Pool } from "pg";
import { expectToKnow, readDoors, tryDoors } from "./doors.ts";
import type { DoorCell } from "./doors.ts";
import { manifestOf } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { tryTables } from "./matrix.ts";
import type { Cell } from "./matrix.ts";
import { seed } from "./seed.ts";

export interface Isolation {
  readonly cells: readonly Cell[];
  readonly doorCells: readonly DoorCell[];
  readonly manifest: Manifest;
  /** How many single questions the cells of tables answer: read, insert, delete, and update for each column. */
  readonly questions: number;
}

/** Runs `work` in a transaction of the administrator on the seeded database, and rolls it back. */
export async function onSeeded<T>(admin: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await admin.connect();
  try {
    await client.query("BEGIN");
    await seed(client);
    return await work(client);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

/** Tables and doors, by name; all of a kind that is not mentioned. */
export interface Part {
  readonly tables?: readonly string[];
  readonly doors?: readonly string[];
}

/** Tries all tables and doors, or a part of them. */
export async function measureIsolation(client: ClientBase, part: Part = {}): Promise<Isolation> {
  const doors = (await readDoors(client)).filter(({ name }) => part.doors?.includes(name) ?? true);
  // Before anything is tried: nobody shall wait for a measure that will be refused.
  expectToKnow(doors);
  const cells = await tryTables(client, part.tables);
  const doorCells = doors.length > 0 ? await tryDoors(client, doors) : [];
  const questions = cells.reduce((sum, { columns }) => sum + 3 + columns, 0);
  return { cells, doorCells, manifest: manifestOf(cells, doors, doorCells), questions };
}
