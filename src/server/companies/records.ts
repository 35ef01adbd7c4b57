import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { withoutPrivilege } from "../db/without-privilege.ts";
import type { Within } from "../db/without-privilege.ts";

/** What an export of a company's records holds: whole tables, as far as whoever exports may read them. */
export const exportedTables: readonly string[] = [
  "app.companies",
  "app.company_members",
  "app.company_invitations",
  "app.feature_overrides",
  "app.organization_profiles",
  "app.first_reports",
  "app.projects",
  "app.applicability_decisions",
  "app.systems",
  "app.scope_decisions",
  "app.records",
  "app.record_changes",
  "app.record_links",
  "app.confirmations",
  "app.person_accounts",
  "app.account_lists",
  "app.proposal_lists",
  "app.proposal_decisions",
  "app.quiz_attempts",
  "app.completions",
  "app.register_runs",
  "app.policy_answers",
  "app.policies",
  "app.policy_versions",
  "app.policy_approvals",
  "app.assignments",
  "app.acknowledgments",
  "app.reviews",
  "app.attested_lists",
  "app.review_populations",
  "app.review_rows",
  "app.review_decisions",
  "app.review_sightings",
  "app.snapshot_pages",
  "app.control_plans",
  "app.task_plans",
  "app.control_notes",
  "app.connections",
  "app.collection_runs",
  "app.connection_checks",
  "app.resource_changes",
  "app.evidence",
  "app.evidence_controls",
  "app.withdrawals",
  "app.erasures",
  "app.damaged_files",
  "app.renamings",
  "app.refilings",
  "app.document_filings",
  "app.document_reviews",
  "app.manual_tests",
  "app.manual_test_exhibits",
  "app.accepted_failures",
  "app.control_totals",
  "app.storage_totals",
  "app.auditors",
  "app.auditor_projects",
  "app.audit_requests",
  "app.audit_answers",
  "app.audit_answer_items",
  "app.audit_comments",
  "app.audit_samples",
  "app.csv_mappings",
  "app.imports",
  "app.findings",
  "app.check_results",
  "app.control_changes",
  "app.control_standings",
  "app.incidents",
  "app.portals",
  "app.exports",
  "app.ledger_heads",
  "app.ledger_entries",
  "app.ledger_acts",
  "app.ledger_checkpoints",
  "app.ledger_losses",
];

/** Tables of a company that stay behind, and why. A contract test knows every other. */
export const keptBack: Readonly<Record<string, string>> = {
  "app.connection_secrets": "sealed credentials that only this installation's worker opens",
  "app.ended_links": "sealed credentials of connections that ended, until the vendor was told",
  "app.ended_rights": "what the owners are to be mailed about; the ledger and its acts say the same",
  "app.link_attempts": "ways to a vendor and back, for ten minutes",
  "app.collection_parts": "what a run under way has read so far; what it comes to is evidence",
  "app.collection_cache": "vendors' answers kept by their ETag; what follows from them is evidence",
  "app.matters": "whatever is under privilege is left out of every export",
  "app.matter_access_list": "whatever is under privilege is left out of every export",
  "app.privileged_controls": "whatever is under privilege is left out of every export",
  "app.acknowledgment_pages": "which pages of acknowledgments were sealed last; the pages are exported",
  "app.made_pages": "pages of registers as they were made last; the pages are exported",
  "app.record_names": "words of records, which are exported, by which lists and search find them",
  "app.record_keys": "what records are sorted by, which are exported",
  "app.task_keys": "days that tasks follow from, of records, which are exported",
  "app.record_counts": "counts of records, which are exported",
  "app.asked_accounts": "what tasks ask of lists of accounts, which are exported",
  "app.first_days": "first days that follow from People, which is exported",
  "app.listed_people": "columns of People, and of what people acknowledged and passed, which are exported",
  "app.people_alike": "numbers of what people have in common, which is exported",
  "app.policy_texts": "numbers of texts that people acknowledged, which are exported",
  "app.people_counts": "counts of people and acknowledgments, which are exported",
  "app.review_counts": "counts of decisions in reviews, which are exported",
  "app.uploads": "files on their way, for some hours; what is filed of them is evidence",
  "app.reservations": "room for files on their way, for minutes",
  "app.usage": "counters, which also count what is under privilege; what they count is exported",
  "app.limit_overrides": "the operator's words about the company, which Settings show",
  "app.upload_parts": "files on their way, for some hours; what is filed of them is evidence",
  "app.privilege_waivers": "which matter it was is for its access list; the ledger says what was waived and why",
  "app.company_keys": "keys open evidence only together with this installation's secret",
  "app.evidence_seals": "bundles hold the salts and metadata; wrapped keys open nothing elsewhere",
  "app.staff_links": "hashes of tokens; the ledger says who was sent one",
  "app.staff_sessions": "hashes of tokens; the ledger says who signed in",
  "app.hold_notices": "when a custodian was mailed and confirmed; the ledger says each",
  "app.device_questions": "what holders of devices said last; the ledger says each",
  "app.named_devices": "devices that staff named as missing; the ledger says each",
  "app.staff_reminders": "when somebody was last mailed; the ledger says who was sent a link",
  "app.calendar_feeds": "hashes of tokens; the ledger says who made and ended theirs",
  "app.task_digests": "whether a member is mailed their tasks, as they set it under Notifications",
  "app.invitation_links": "hashes of tokens",
  "app.api_tokens": "hashes of tokens; the ledger says who made and revoked which",
  "app.pipelines": "who may push into this installation; the ledger says who trusted which",
  "app.webhooks": "sealed secrets; the ledger says who added, changed and removed which",
  "app.webhook_deliveries": "what was sent of the ledger, for 30 days",
  "app.judgements": "when this installation judges the controls again",
  "app.jobs": "what this installation still has to do, by ids alone",
  "app.ledger_nodes": "hashes that the entries' own hashes make again",
  "app.signing_requests": "what the signer is asked, for an hour at most: its answers are the checkpoints",
  "app.signing_stops": "whether this installation signs the ledger at present",
  "app.ledger_feeds": "how far this installation has told of the ledger",
  "app.onboarding_drafts": "each person's own, and not finished",
  "app.alerts": "mails that wait for their digest",
  "app.incident_alerts": "mails that wait for their hour",
  "app.control_mutes": "each person's own",
  "app.alert_preferences": "each person's own",
  "app.alert_mutes": "each person's own",
};

const PAGE = 1_000;

interface KeyColumn {
  readonly name: string;
  readonly type: string;
}

/**
 * Streams everything there is to read about a company, beside its artifacts, as one JSON text. Pages follow the primary key, each in
 * a transaction of its own: memory does not grow, and no transaction stays open while a slow reader takes its time.
 */
export async function* writeRecords(asCaller: Within, at: Date): AsyncGenerator<Uint8Array> {
  const within = withoutPrivilege(asCaller);
  yield Buffer.from(`{"exportedAt":${JSON.stringify(at.toISOString())},"tables":{`);
  for (const [position, table] of exportedTables.entries()) {
    yield Buffer.from(`${position > 0 ? "," : ""}\n${JSON.stringify(table.replace("app.", ""))}:[`);
    const key = await within((tx) => primaryKey(tx, table));
    const readable = await within((tx) => readableColumns(tx, table));
    let after: readonly string[] | undefined;
    let first = true;
    for (;;) {
      const rows = await within((tx) => readPage(tx, { table, readable }, key, after));
      for (const { row } of rows) {
        yield Buffer.from(`${first ? "" : ","}\n${row}`);
        first = false;
      }
      after = rows.at(-1)?.key;
      if (rows.length < PAGE) break;
    }
    yield Buffer.from("]");
  }
  yield Buffer.from("}}\n");
}

async function primaryKey(tx: Tx, table: string): Promise<readonly KeyColumn[]> {
  const { rows } =
    await sql<KeyColumn>`SELECT quote_ident(a.attname) AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_index i CROSS JOIN unnest(i.indkey) WITH ORDINALITY k (attnum, position)
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
    WHERE i.indrelid = ${table}::regclass AND i.indisprimary ORDER BY k.position`.execute(tx);
  return rows;
}

/** Some columns are nobody's to read: figures that privileged items are in. */
async function readableColumns(tx: Tx, table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`SELECT quote_ident(attname) AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped
      AND has_column_privilege(attrelid, attnum, 'SELECT') ORDER BY attnum`.execute(tx);
  return rows.map(({ name }) => name);
}

interface Read {
  readonly table: string;
  readonly readable: readonly string[];
}

async function readPage(
  tx: Tx,
  { table, readable }: Read,
  key: readonly KeyColumn[],
  after: readonly string[] | undefined,
) {
  // Names come from the list above and from the catalogue.
  const columns = sql.raw(key.map(({ name }) => `r.${name}`).join(", "));
  const own = sql.raw(table === "app.companies" ? "r.id" : "r.company_id");
  const later = after
    ? sql`AND (${columns}) > (${sql.join(after.map((value, at) => sql`${value}::${sql.raw(key[at]!.type)}`))})`
    : sql``;
  const { rows } = await sql<{ row: string; key: string[] }>`SELECT to_jsonb(r)::text AS row,
      ARRAY[${sql.raw(key.map(({ name }) => `r.${name}::text`).join(", "))}] AS key
    FROM (SELECT ${sql.raw(readable.join(", "))} FROM ${sql.raw(table)}) r WHERE ${own} = app.tenant() ${later} ORDER BY ${columns} LIMIT ${PAGE}`.execute(
    tx,
  );
  return rows;
}
