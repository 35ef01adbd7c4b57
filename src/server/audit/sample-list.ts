import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { formatExhibitNumber, parseExhibitNumber } from "#domain/exhibit-number.ts";
import type { RecordState } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";
import { auditNames } from "./audit-names.ts";
import { readWithdrawn, sayGone } from "./gone-items.ts";
import { readSealedRecords, shownRecord } from "./sealed-records.ts";

const LIMIT = 200;

/** Samples that were drawn, the newest first, as far as the caller may see them. */
export async function listSamples(tx: Tx, companyId: string, only?: string) {
  const { rows } = await sql<{
    id: string;
    project_id: string;
    control_id: string | null;
    from: string | null;
    to: string | null;
    register: string | null;
    evidence_id: string;
    exhibit: number | null;
    record_state: RecordState | "all";
    seed: string;
    population: number;
    numbers: number[];
    drawn_by: string;
    drawn_at: Date;
  }>`SELECT s.id, s.project_id, s.control_id, to_char(s.collected_from, 'YYYY-MM-DD') AS "from",
      to_char(s.collected_to, 'YYYY-MM-DD') AS "to", s.register, s.evidence_id, e.number::integer AS exhibit, s.record_state,
      s.seed, s.population, to_json(s.numbers) AS numbers, s.drawn_by, s.drawn_at
    FROM app.audit_samples s LEFT JOIN app.evidence e ON e.company_id = s.company_id AND e.id = s.evidence_id
    WHERE s.company_id = ${companyId} AND (${only ?? null}::uuid IS NULL OR s.id = ${only ?? null}::uuid)
    ORDER BY s.drawn_at DESC, s.id LIMIT ${LIMIT}`.execute(tx);
  const names = await auditNames(tx);
  const withdrawn = await readWithdrawn(tx, companyId, {
    ids: rows.flatMap((row) => (row.register !== null && row.exhibit === null ? row.evidence_id : [])),
  });
  const known = rows.flatMap((row) => {
    const exhibit = row.exhibit ?? withdrawn.find(({ id }) => id === row.evidence_id)?.number;
    return row.register === null ? { ...row, exhibit: 0 } : exhibit === undefined ? [] : { ...row, exhibit };
  });
  return known.map((row) => ({
    numbers: row.numbers,
    sample: {
      id: row.id,
      projectId: row.project_id,
      control: row.control_id,
      from: row.from,
      to: row.to,
      register:
        row.register === null
          ? null
          : {
              key: row.register,
              label: findRegister(row.register)?.label ?? row.register,
              state: row.record_state,
              evidenceId: row.evidence_id,
              exhibit: formatExhibitNumber(row.exhibit),
            },
      seed: row.seed,
      population: row.population,
      size: row.numbers.length,
      drawnBy: names(row.drawn_by),
      drawnAt: row.drawn_at.toISOString(),
    },
  }));
}

/** A sample with its items or records, and with what of it is not there any more. Refuses `not-found`. */
export async function getSample(tx: Tx, companyId: string, sampleId: string) {
  const found = (await listSamples(tx, companyId, sampleId))[0] ?? fail("not-found");
  const { sample, numbers } = found;
  if (sample.register) {
    const sealed = await readSealedRecords(tx, companyId, sample.register.evidenceId, sample.register.key);
    const drawn = sealed && {
      register: sealed.register,
      rows: sealed.rows.filter(({ counted }) => numbers.includes(counted)).map(shownRecord),
    };
    const gone = drawn ? [] : await sayGone(tx, companyId, [parseExhibitNumber(sample.register.exhibit)!]);
    return { sample, items: [], records: drawn ?? null, gone };
  }
  const { rows } = await sql<{
    id: string;
    number: number;
    name: string;
    type: string;
    source: string;
    collected_at: Date;
    valid_until: Date;
  }>`SELECT id, number, name, type, source, collected_at, valid_until FROM app.evidence
    WHERE company_id = ${companyId} AND number = ANY (${numbers}::bigint[]) AND matter_id IS NULL ORDER BY number`.execute(
    tx,
  );
  const items = rows.map(({ number, collected_at: collectedAt, valid_until: validUntil, ...item }) => ({
    ...item,
    exhibit: formatExhibitNumber(number),
    collectedAt: collectedAt.toISOString(),
    validUntil: validUntil.toISOString(),
  }));
  const seen = new Set(rows.map(({ number }) => Number(number)));
  const gone = await sayGone(
    tx,
    companyId,
    numbers.filter((number) => !seen.has(Number(number))),
  );
  return { sample, items, records: null, gone };
}
