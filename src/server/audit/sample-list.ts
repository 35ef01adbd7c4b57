import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";
import { auditNames } from "./request-list.ts";

const LIMIT = 200;

/** Samples that were drawn, the newest first, as far as the caller may see them. */
export async function listSamples(tx: Tx, companyId: string, only?: string) {
  const { rows } = await sql<{
    id: string;
    project_id: string;
    control_id: string;
    from: string;
    to: string;
    seed: string;
    population: number;
    numbers: number[];
    drawn_by: string;
    drawn_at: Date;
  }>`SELECT id, project_id, control_id, to_char(collected_from, 'YYYY-MM-DD') AS "from", to_char(collected_to, 'YYYY-MM-DD') AS "to", seed,
      population, to_json(numbers) AS numbers, drawn_by, drawn_at FROM app.audit_samples
    WHERE company_id = ${companyId} AND (${only ?? null}::uuid IS NULL OR id = ${only ?? null}::uuid)
    ORDER BY drawn_at DESC, id LIMIT ${LIMIT}`.execute(tx);
  const names = await auditNames(tx);
  return rows.map((row) => ({
    numbers: row.numbers,
    sample: {
      id: row.id,
      projectId: row.project_id,
      control: row.control_id,
      from: row.from,
      to: row.to,
      seed: row.seed,
      population: row.population,
      size: row.numbers.length,
      drawnBy: names(row.drawn_by),
      drawnAt: row.drawn_at.toISOString(),
    },
  }));
}

/** A sample with its items. Refuses `not-found`. */
export async function getSample(tx: Tx, companyId: string, sampleId: string) {
  const found = (await listSamples(tx, companyId, sampleId))[0] ?? fail("not-found");
  const { rows } = await sql<{
    id: string;
    number: number;
    name: string;
    type: string;
    source: string;
    collected_at: Date;
    valid_until: Date;
  }>`SELECT id, number, name, type, source, collected_at, valid_until FROM app.evidence
    WHERE company_id = ${companyId} AND number = ANY (${found.numbers}::bigint[]) AND matter_id IS NULL ORDER BY number`.execute(
    tx,
  );
  const items = rows.map(({ number, collected_at: collectedAt, valid_until: validUntil, ...item }) => ({
    ...item,
    exhibit: formatExhibitNumber(number),
    collectedAt: collectedAt.toISOString(),
    validUntil: validUntil.toISOString(),
  }));
  return { sample: found.sample, items };
}
