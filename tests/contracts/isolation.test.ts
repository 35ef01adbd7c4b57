import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { appendOnly } from "./catalog/promises.ts";
import { leakingCalls, leakingCells } from "./isolation/leaks.ts";
import type { Manifest } from "./isolation/manifest.ts";
import { onSeeded, measureIsolation } from "./isolation/measure.ts";
import type { Isolation } from "./isolation/measure.ts";
import { readTables } from "./isolation/tables.ts";
import type { Table } from "./isolation/tables.ts";
import { undone } from "./isolation/undone.ts";

const file = join(import.meta.dirname, "isolation.manifest.json");
let db: FreshDatabase;
let found: Isolation;
/** By append-only table. */
const refusals = new Map<string, readonly string[]>();

beforeAll(async () => {
  db = await freshDatabase();
  const begun = performance.now();
  found = await onSeeded(db.admin, async (client) => {
    for (const table of await readTables(client))
      if (appendOnly.includes(table.name)) refusals.set(table.name, await refusedTo(client, table));
    return await measureIsolation(client);
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `isolation: ${found.questions} questions in ${found.cells.length} cells, ${found.doorCells.length} calls, ${seconds} s`,
  );
  if (process.env.UPDATE_MANIFEST === "1") writeFileSync(file, `${JSON.stringify(found.manifest, null, 2)}\n`);
}, 240_000);
afterAll(() => db.close());

const committed = () => JSON.parse(readFileSync(file, "utf8")) as Manifest;

test("nobody reaches a row of a company that they are not entitled to, with any verb on any table", () => {
  expect(leakingCells(found.cells)).toEqual([]);
});

test("no door shows or changes anything of a company that the caller is not entitled to", () => {
  expect(leakingCalls(found.doorCells)).toEqual([]);
});

test("no door lets a member forge the text of a ledger entry", () => {
  const forgeries = found.doorCells.filter(({ call }) => call.includes("forge"));
  expect(new Set(forgeries.map(({ outcome }) => outcome))).toEqual(new Set(["22023", "refused"]));
});

test.each(appendOnly)("not even the administrator changes, deletes or empties rows of %s", (table) => {
  expect(refusals.get(table)).toEqual(Array.from({ length: 3 }, () => expect.stringContaining("is append-only")));
});

/** What the administrator is answered who changes, deletes or empties all rows of a table. */
async function refusedTo(client: ClientBase, { name, columns }: Table): Promise<string[]> {
  const column = columns[0]!.name;
  const acts = [`UPDATE ${name} SET ${column} = ${column}`, `DELETE FROM ${name}`, `TRUNCATE ${name} CASCADE`];
  const answers: string[] = [];
  for (const sql of acts) {
    answers.push(
      await undone(client, () => client.query(sql)).then(
        () => "done",
        (error: Error) => error.message,
      ),
    );
  }
  return answers;
}

test("who may do what with each table is as committed; UPDATE_MANIFEST=1 rewrites the file for review", () => {
  expect(found.manifest.tables).toEqual(committed().tables);
});

test("the doors, who may call them and what comes of it are as committed", () => {
  expect(found.manifest.doors).toEqual(committed().doors);
});
