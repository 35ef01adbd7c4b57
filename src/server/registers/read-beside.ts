import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { nothingBeside } from "#domain/registers/register.ts";
import type { Beside, HolderSays, RecordFields, Register } from "#domain/registers/register.ts";
import type { DeviceAnswer } from "#domain/staff/device-questions.ts";
import type { Tx } from "../db/as-caller.ts";
import { atOnce } from "../db/at-once.ts";
import { functionOf } from "../db/functions.ts";

/** How things stand around records of a register now, as far as what it derives asks: around those of `ids`, or around all. */
export async function readBeside(
  tx: Tx,
  companyId: string,
  { beside }: Register,
  now: Date,
  ids?: readonly string[],
): Promise<Beside> {
  if (!beside) return nothingBeside;
  const asked: readonly Asked[] = [
    ...Object.entries(beside.registers ?? {}).map(([key, fields]) => {
      const those = sql`${onlyThose(companyId, key, beside.only?.[key])} ${sharing(companyId, key, beside.sharing?.[key], ids)}`;
      return { key, fields, approved: notAlone, those };
    }),
    ...Object.entries(beside.about ?? {}).map(([key, fields]) => {
      const those = sql`AND r.matter_id IS NULL ${leading(companyId, key, ids)} AND ${isWhole(companyId)}`;
      return { key, fields, approved: sql``, those };
    }),
  ];
  const [passing, holders, records] = await atOnce(
    beside.controls ? passingControls(tx, companyId) : nothingBeside.passing,
    beside.holders ? holderAnswers(tx, companyId, now, ids) : undefined,
    atOnce(...asked.map((of) => countingRecords(tx, companyId, of))),
  );
  const found = new Map(asked.map(({ key }, at) => [key, records[at]!]));
  return { passing, records: (key) => found.get(key) ?? [], holder: (id) => holders?.get(id) };
}

/** What the holders of devices that are in use are asked and said. */
async function holderAnswers(
  tx: Tx,
  companyId: string,
  now: Date,
  ids: readonly string[] | undefined,
): Promise<ReadonlyMap<string, HolderSays>> {
  const asked = ids
    ? sql<string[]>`${ids}::uuid[]`
    : sql<string[]>`ARRAY(SELECT q.device_id FROM app.device_questions q WHERE q.company_id = ${companyId})`;
  const reported = functionOf("app.reported_devices", [asked, now]);
  const { rows } = await sql<{
    id: string;
    asked_at: Date;
    answer: DeviceAnswer | null;
    answered_at: Date | null;
    source: string | null;
  }>`SELECT q.device_id AS id, q.asked_at, q.answer, q.answered_at, x.source
    FROM app.device_questions q JOIN app.records r ON r.company_id = q.company_id AND r.id = q.device_id AND r.ended_at IS NULL
    LEFT JOIN ${reported} x ON x.device_id = q.device_id
    WHERE q.company_id = ${companyId} ${ids ? sql`AND q.device_id = ANY (${ids}::uuid[])` : sql``}`.execute(tx);
  return new Map(
    rows.map(({ id, asked_at: askedAt, answer, answered_at: at, source: reportedBy }) => [
      id,
      { askedAt, answered: answer === null || at === null ? null : { answer, at }, reportedBy },
    ]),
  );
}

async function passingControls(tx: Tx, companyId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`SELECT s.control_id AS id FROM app.control_standings s
    WHERE s.company_id = ${companyId} AND s.status = 'passing'`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** As their kept keys have them: of thousands few are read. */
const onlyThose = (companyId: string, key: string, only: { readonly field: string; readonly is: string } | undefined) =>
  only
    ? sql`AND r.id IN (SELECT k.record_id FROM app.record_keys k WHERE k.company_id = ${companyId} AND k.register = ${key}
        AND k.field = ${only.field} AND k.value = ${functionOf("app.fold", [only.is])})`
    : sql``;

/** Those alone that lead to one of the records named by `ids`. */
const leading = (companyId: string, key: string, ids: readonly string[] | undefined) =>
  ids === undefined
    ? sql``
    : sql`AND r.id IN (SELECT l.record_id FROM app.record_links l
        WHERE l.company_id = ${companyId} AND l.target_id = ANY (${ids}::uuid[]) AND l.register = ${key})`;

/** Those alone whose system one of the records named by `ids` names, too. */
const sharing = (companyId: string, key: string, field: string | undefined, ids: readonly string[] | undefined) =>
  field === undefined || ids === undefined
    ? sql``
    : sql`AND r.id IN (SELECT o.record_id FROM app.record_links l JOIN app.record_links o ON o.company_id = l.company_id
        AND o.system_id = l.system_id AND o.register = ${key} AND o.field = ${field}
        WHERE l.company_id = ${companyId} AND l.record_id = ANY (${ids}::uuid[]) AND l.system_id IS NOT NULL)`;

const notAlone = sql`AND NOT r.approved_alone`;
/** None of the exhibits that it cites was withdrawn; nothing is looked up where none ever was. */
const isWhole = (
  companyId: string,
) => sql`(NOT (SELECT EXISTS (SELECT FROM app.withdrawals w WHERE w.company_id = ${companyId} AND w.restored_at IS NULL))
  OR NOT EXISTS (SELECT FROM app.record_links l JOIN app.withdrawals w ON w.company_id = l.company_id
    AND w.number = l.exhibit AND w.restored_at IS NULL WHERE l.company_id = r.company_id AND l.record_id = r.id))`;

interface Asked {
  readonly key: string;
  readonly fields: readonly string[];
  /** What is asked of approved records, where the register has approvals. */
  readonly approved: RawBuilder<unknown>;
  readonly those: RawBuilder<unknown>;
}

/** These fields of the records of a register that count. */
async function countingRecords(tx: Tx, companyId: string, { key, fields, approved, those }: Asked) {
  const isApproved = findRegister(key)?.rights.approve ? sql`AND r.approved_at IS NOT NULL ${approved}` : sql``;
  const said = sql.join(fields.map((field) => sql`${sql.lit(field)}, r.fields -> ${sql.lit(field)}`));
  const { rows } = await sql<{ fields: RecordFields }>`SELECT jsonb_strip_nulls(jsonb_build_object(${said})) AS fields
    FROM app.records r WHERE r.company_id = ${companyId} AND r.register = ${key} AND r.ended_at IS NULL ${isApproved} ${those}
    ORDER BY r.number`.execute(tx);
  return rows.map(({ fields: own }) => own);
}
