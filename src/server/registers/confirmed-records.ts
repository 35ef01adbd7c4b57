import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { changedFields } from "#domain/registers/confirmed.ts";
import type { FieldValue, RecordFields } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";
import { functionOf } from "../db/functions.ts";
import type { RecordRow } from "./record-row.ts";

/** A record that was changed, approved, ended or reopened since its register was confirmed. */
export interface ChangedSince {
  readonly id: string;
  readonly register: string;
  /** The version that was confirmed. */
  readonly version: number;
  /** Which of what was confirmed is otherwise now. */
  readonly changed: readonly string[];
}

/** Where the ledger has its newest change. */
export interface Indexed {
  readonly ledger_index: number;
}

interface Row {
  readonly id: string;
  readonly register: string;
  readonly fields: RecordFields;
  readonly version: number;
  readonly was: Readonly<Record<string, FieldValue | null>> | null;
}

/** The records that the newest confirmation of each register was about and that have another version now. Those added since are none. */
export async function readChangedSince(tx: Tx, companyId: string): Promise<readonly ChangedSince[]> {
  const changed = functionOf("app.records_changed_after", [
    sql<string[]>`(SELECT array_agg(f.register ORDER BY f.register) FROM f)`,
    sql<number[]>`(SELECT array_agg(f.ledger_index ORDER BY f.register) FROM f)`,
  ]);
  // Values of then are what the first change since says was there before.
  const { rows } = await sql<Row>`WITH f AS MATERIALIZED (SELECT DISTINCT ON (c.register) c.register, c.ledger_index
      FROM app.confirmations c WHERE c.company_id = ${companyId} ORDER BY c.register, c.ledger_index DESC)
    SELECT r.id, r.register, r.fields, a.version, w.was
    FROM ${changed} x (id)
    JOIN app.records r ON r.company_id = ${companyId} AND r.id = x.id
    JOIN f ON f.register = r.register
    CROSS JOIN LATERAL (SELECT c.version, c.kind FROM app.record_changes c
      WHERE c.company_id = r.company_id AND c.record_id = r.id AND c.ledger_index < f.ledger_index ORDER BY c.version DESC LIMIT 1) a
    CROSS JOIN LATERAL (SELECT jsonb_object_agg(y.field, y.before) AS was FROM (SELECT DISTINCT ON (x.field) x.field, x.before
      FROM app.record_changes c CROSS JOIN jsonb_to_recordset(c.changes) x (field text, before jsonb)
      WHERE c.company_id = r.company_id AND c.record_id = r.id AND c.version > a.version ORDER BY x.field, c.version) y) w
    WHERE a.kind <> 'ended' ORDER BY r.register, r.number`.execute(tx);
  return rows.flatMap(({ id, register: key, fields, version, was }) => {
    const register = findRegister(key);
    return register ? [{ id, register: key, version, changed: changedFields(register, was ?? {}, fields) }] : [];
  });
}

const NOTHING: readonly string[] = [];

/** What a confirmation was about of a record; undefined of one that was not there, or had ended. */
export function confirmedAs(
  row: Pick<RecordRow, "version" | "ended_at"> & Indexed,
  last: Indexed,
  since: ChangedSince | undefined,
): SnapshotRow["confirmed"] {
  if (since) return { changed: since.changed, version: since.version };
  const isSame = Number(row.ledger_index) < Number(last.ledger_index) && row.ended_at === null;
  return isSame ? { changed: NOTHING, version: row.version } : undefined;
}
