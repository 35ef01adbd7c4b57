import { sql } from "kysely";
import { sayEvent } from "#catalog/activity.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { seeWithdrawn } from "../evidence/withdrawn.ts";
import { INSTALLATION, INSTALLATION_NAME } from "../installation.ts";

/** Which entries of a company's record are asked for. */
export interface Wanted {
  readonly companyId: string;
  readonly person?: string | undefined;
  /** The noun of the event. */
  readonly kind?: string | undefined;
  /** Days in UTC, the last one included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Entries before this index of the ledger. */
  readonly before?: number | undefined;
  readonly limit: number;
  /** With what was merely looked at, which would drown the rest. */
  readonly looks?: boolean;
}

interface Row {
  readonly seq: number;
  readonly at: Date;
  readonly event: string;
  readonly actor: string;
  readonly subject: string;
  readonly details: string;
}

/** Names by id: of everyone who did something, and of whom and what the record speaks. */
export interface Names {
  readonly doers: ReadonlyMap<string, string>;
  readonly told: ReadonlyMap<string, string>;
}

/** Whoever may read the record knows its people and accounts. What a connection collects, and what a
 * company's registers are sealed as, is the installation's own doing. */
export async function findNames(tx: Tx, companyId: string): Promise<Names> {
  const people = (await findPeople(tx)).map(({ id, name }) => [id, name] as const);
  const connections = await tx
    .selectFrom("app.connections")
    .select(["id", "account_label"])
    .where("company_id", "=", companyId)
    .execute();
  const installation = [INSTALLATION, companyId, ...connections.map(({ id }) => id)].map(
    (id) => [id, INSTALLATION_NAME] as const,
  );
  const accounts = connections.flatMap(({ id, account_label: label }) => (label ? [[id, label] as const] : []));
  return { doers: new Map([...installation, ...people]), told: new Map([...accounts, ...people]) };
}

export async function findPeople(tx: Tx) {
  const rows = await callFunction(tx, "app.people_of_record", []);
  return rows.map((row) => ({ id: row.id, name: `${row.first_name} ${row.last_name}`, isMember: row.is_member }));
}

/**
 * Entries of the record, newest first. Acts and filings are two tables with one order: of each as many as are wanted
 * are read by their own index, and then the newest of both are kept.
 */
export async function findEntries(tx: Tx, wanted: Wanted, names: Names) {
  // That something was filed stays on record when it is withdrawn.
  await seeWithdrawn(tx);
  const { rows } = await sql<Row>`
    (SELECT seq, at, event, actor_id AS actor, subject, details FROM app.ledger_acts a
      WHERE a.company_id = ${wanted.companyId} ${actsWhere(wanted)} ORDER BY seq DESC LIMIT ${wanted.limit})
    UNION ALL
    (SELECT e.ledger_index, e.filed_at, 'evidence.filed', e.filed_by, e.id::text,
        (jsonb_build_object('name', ${filedName}, 'number', e.number)
          || CASE WHEN e.erased_at IS NULL THEN '{}' ELSE '{"erased": true}'::jsonb END)::text FROM app.evidence e
      WHERE e.company_id = ${wanted.companyId} ${await filingsWhere(tx, wanted)}
      ORDER BY e.filed_at DESC, e.number DESC LIMIT ${wanted.limit})
    ORDER BY seq DESC LIMIT ${wanted.limit}`.execute(tx);
  return rows.map((row) => present(row, names));
}

/** The name an item was filed with, whatever it was called later. */
const filedName = sql`coalesce((SELECT r.old_name FROM app.renamings r
  WHERE r.company_id = e.company_id AND r.evidence_id = e.id ORDER BY r.ledger_index LIMIT 1), e.name)`;

function actsWhere({ person, kind, from, to, before, looks }: Wanted) {
  return sql.join(
    [
      ...(person === undefined ? [] : [sql`AND a.actor_id = ${person}`]),
      ...(looks || kind === "audit" ? [] : [sql`AND a.event NOT IN ('audit.viewed', 'evidence.viewed')`]),
      ...(kind === undefined ? [] : [sql`AND split_part(a.event, '.', 1) = ${kind}`]),
      ...(from === undefined ? [] : [sql`AND a.at >= ${startOf(from)}`]),
      ...(to === undefined ? [] : [sql`AND a.at < ${endOf(to)}`]),
      ...(before === undefined ? [] : [sql`AND a.seq < ${before}`]),
    ],
    sql` `,
  );
}

/** Filings are found by their time, which runs as the ledger does; the index alone has no order of its own there. */
async function filingsWhere(tx: Tx, { companyId, person, kind, from, to, before }: Wanted) {
  if (kind !== undefined && kind !== "evidence") return sql`AND false`;
  const parts = [
    ...(person === undefined ? [] : [sql`AND e.filed_by = ${person}`]),
    ...(from === undefined ? [] : [sql`AND e.filed_at >= ${startOf(from)}`]),
    ...(to === undefined ? [] : [sql`AND e.filed_at < ${endOf(to)}`]),
  ];
  if (before !== undefined) {
    const entry = await tx
      .selectFrom("app.ledger_entries")
      .select("entry")
      .where("company_id", "=", companyId)
      .where("seq", "=", before)
      .executeTakeFirst();
    if (entry) parts.push(sql`AND e.filed_at <= ${(JSON.parse(entry.entry) as { at: string }).at}::timestamptz`);
    parts.push(sql`AND e.ledger_index < ${before}`);
  }
  return sql.join(parts, sql` `);
}

const startOf = (day: string) => new Date(`${day}T00:00:00.000Z`);
const endOf = (day: string) => new Date(startOf(day).getTime() + 24 * 60 * 60 * 1000);

function present(row: Row, names: Names) {
  const details = JSON.parse(row.details) as Record<string, unknown>;
  const number = details["number"];
  const facts = typeof number === "number" ? { ...details, exhibit: formatExhibitNumber(number) } : details;
  const name = names.doers.get(row.actor);
  return {
    index: row.seq,
    at: row.at.toISOString(),
    event: row.event,
    person: name === undefined ? null : { id: row.actor, name },
    sentence: sayEvent(row.event, { subject: row.subject, details: facts, nameOf: (id) => names.told.get(id) }),
    subject: row.subject,
  };
}

export type RecordEntry = ReturnType<typeof present>;
