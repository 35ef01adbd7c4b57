import { sql } from "kysely";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import type { RecordGrid } from "#domain/registers/record-grid.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { readBeside } from "./read-beside.ts";

type Grid = z.input<typeof contract.registers.grid.output>;

/** Where records of a register that have not ended stand in its picture, and its bound; undefined where there is none. */
export async function readPlaces(tx: Tx, companyId: string, register: Register, grid: RecordGrid, now: Date) {
  const { rows } = await sql<{ id: string; fields: RecordFields }>`SELECT r.id, r.fields FROM app.records r
    WHERE r.company_id = ${companyId} AND r.register = ${register.key} AND r.ended_at IS NULL`.execute(tx);
  const beside = await readBeside(tx, companyId, register, now);
  return {
    placed: rows.map(({ id, fields }) => ({ id, place: grid.of(fields, beside) })),
    most: grid.most(now.toISOString().slice(0, 10), beside),
  };
}

/** How many records of a register stand where in its picture now. Refuses `not-found` for a register without one. */
export async function readGrid(tx: Tx, register: Register, companyId: string, now: Date): Promise<Grid> {
  const { grid } = register;
  if (!grid) return fail("not-found");
  const { placed, most } = await readPlaces(tx, companyId, register, grid, now);
  const cells = new Map<string, { readonly up: number; readonly across: number; count: number }>();
  let unplaced = 0;
  for (const { place } of placed) {
    if (!place) {
      unplaced += 1;
      continue;
    }
    const { up, across } = place;
    const cell = cells.get(`${up} ${across}`) ?? { up, across, count: 0 };
    cell.count += 1;
    cells.set(`${up} ${across}`, cell);
  }
  return {
    label: grid.label,
    up: { label: grid.up.label, steps: [...grid.up.steps] },
    across: { label: grid.across.label, steps: [...grid.across.steps] },
    cells: [...cells.values()].toSorted((a, b) => b.up - a.up || a.across - b.across),
    unplaced,
    most: most ?? null,
    words: grid.words(most),
  };
}
