import { sql } from "kysely";
import { parseExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/**
 * The numbers of these exhibits, ascending, each once. All must be there and none privileged, because whoever reads the test is to see
 * what it rests on. Refuses `test-exhibits`.
 */
export async function ordinaryNumbers(tx: Tx, companyId: string, exhibits: readonly string[]): Promise<number[]> {
  const asked = [...new Set(exhibits.map((exhibit) => parseExhibitNumber(exhibit) ?? fail("test-exhibits")))];
  const { rows } = await sql<{ number: number }>`SELECT number FROM app.evidence
    WHERE company_id = ${companyId} AND number = ANY (${asked}::bigint[]) AND matter_id IS NULL ORDER BY number`.execute(
    tx,
  );
  return rows.length < asked.length ? fail("test-exhibits") : rows.map(({ number }) => number);
}

/** Those of these numbers that are filed under a control, ascending. */
export async function filedUnder(
  tx: Tx,
  companyId: string,
  controlId: string,
  numbers: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`SELECT number FROM app.evidence_controls
    WHERE company_id = ${companyId} AND control_id = ${controlId} AND number = ANY (${numbers}::bigint[]) ORDER BY number`.execute(
    tx,
  );
  return rows.map(({ number }) => number);
}
