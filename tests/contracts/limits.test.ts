import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints } from "#contract/index.ts";
import { neverRefused } from "#domain/events/index.ts";
import { limitKeys, limitOf, limits, ownedCompanies, planKeys } from "#domain/limits.ts";
import type { Limit, LimitKey } from "#domain/limits.ts";
import { freshDatabase } from "../support/fresh-database.ts";
import type { FreshDatabase } from "../support/fresh-database.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

/** Why a table that belongs to companies, or that a member can insert into, needs no limit of its own. */
const excuses: Readonly<Record<string, string>> = {
  // One row for each of few.
  "app.alert_mutes": "a row for each member",
  "app.alert_preferences": "a row for each member and kind",
  "app.task_digests": "a row for each member",
  "app.calendar_feeds": "a row for each member",
  "app.control_mutes": "a row for each member and control",
  "app.control_plans": "a row for each control",
  "app.policy_answers": "a row for each question of the library",
  "app.task_plans": "a row for each task that was asked",
  "app.control_standings": "a row for each control",
  "app.control_totals": "a row for each control",
  "app.organization_profiles": "a row for each company",
  "app.onboarding_drafts": "a row for each member",
  "app.portals": "a row for each company",
  "app.company_keys": "a row for each version of the key, which operators turn over",
  "app.damaged_files": "a row for each item, at most",
  "app.first_reports": "a row for each company",
  "app.judgements": "a row for each company",
  "app.ledger_feeds": "a row for each company",
  "app.ledger_heads": "a row for each company",
  "app.storage_totals": "a row for each storage location",
  "app.usage": "a row for each limit",
  "app.limit_overrides": "a row for each limit, which operators write",
  "app.feature_overrides": "a row for each feature, which platform admins write",
  "app.connection_checks": "a row for each check of a connection",
  "app.connection_secrets": "a row for each version of a connection's credentials, of which one is kept",
  "app.ended_links": "a row for each connection, for a day",
  "app.matter_access_list": "a row for each member and matter",
  "app.auditor_projects": "a row for each auditor and project",
  "app.collection_cache": "forgotten answers of vendors, by the requests that a run may send",
  "app.collection_parts": "of runs under way, one for each connection",
  "app.resource_changes": "what a run found, whose item is limited, once for each slot",
  // Follows what is limited.
  "app.company_members": "limit users, by hold_seats, which is older and has its own sentence",
  "app.evidence_controls": "22 for each item at most",
  "app.privileged_controls": "22 for each item at most",
  "app.evidence_seals": "one for each item",
  "app.upload_parts": "of an upload, whose whole size is limited, by the bytes that are sent in an hour",
  "app.reservations": "one for each body under way",
  "app.check_results": "a report's verdicts, one for each part of the library's checks",
  "app.audit_answer_items": "items of an answer, which is limited",
  "app.ledger_losses": "operators accept a loss, from the command line",
  "app.signing_stops": "a row for each company, by the signer",
  "app.ended_rights": "what ended with somebody's rights, until the owners are mailed",
  "app.alerts": "mails that wait, one for each member and entry of the ledger",
  "app.control_changes": "what the installation judged, two for each change of a control's evidence at most",
  "app.incidents": "one open for each control or connection",
  "app.incident_alerts": "mails of incidents, one for each member",
  // One entry of the ledger each, and those are limited.
  "app.applicability_decisions": "each is an entry of the ledger",
  "app.document_filings": "each is an entry of the ledger",
  "app.document_reviews": "each is an entry of the ledger",
  "app.scope_decisions": "each is an entry of the ledger",
  "app.confirmations": "each is an entry of the ledger",
  "app.completions": "each quiz is an entry of the ledger, and each import",
  "app.quiz_attempts": "a person begins 30 in a day at most, counted by address and person",
  "app.staff_links": "20,000 a day at most, forgotten after a month",
  "app.staff_sessions": "one for each link",
  "app.hold_notices": "one for each custodian of a hold, which are records",
  "app.device_questions": "one for each device, which are records",
  "app.named_devices": "each is an entry of the ledger, and a person names 10 in a day at most",
  "app.staff_reminders": "one for each person of the register, which are limited",
  "app.register_runs": "each is an exhibit",
  "app.person_accounts": "one for each decision, which the limit on changes holds",
  "app.acknowledgment_pages": "one for 500 acknowledgments",
  "app.made_pages": "one for 500 records, which are limited, and one for each register",
  "app.record_names": "one for each record, which are limited",
  "app.record_keys": "a few for each record, which are limited",
  "app.task_keys": "a few for each record, which are limited",
  "app.record_counts": "one for each register",
  "app.first_days": "one for each record of People at most, which are limited",
  "app.listed_people": "one for each record of People at most, which are limited",
  "app.people_alike": "one for each record of People at most",
  "app.policy_texts": "one for each text of a policy at most",
  "app.people_counts": "one for each group of people at most, and for each text that they acknowledged",
  "app.asked_accounts": "one for each company",
  "app.account_lists": "one for each connection, which are limited",
  "app.proposal_lists": "three for each connection, which are limited",
  "app.proposal_decisions": "500 for each entry of the ledger at most",
  "app.policies": "each is an entry of the ledger",
  "app.policy_versions": "each is an entry of the ledger",
  "app.policy_approvals": "each is an entry of the ledger",
  "app.assignments": "each is an entry of the ledger, or one of the version before",
  "app.acknowledgments": "each is an entry of the ledger",
  "app.reviews": "each is an entry of the ledger",
  "app.attested_lists": "each is an entry of the ledger",
  "app.review_populations": "100 for each review at most, which is an entry of the ledger",
  "app.review_rows": "as many as the accounts that connections and lists have",
  "app.review_decisions": "500 for each entry of the ledger at most",
  "app.review_counts": "one for each population and member at most",
  "app.review_sightings": "as many as times that an account went or came back in exhibits",
  "app.snapshot_pages": "as many as the records that were changed, which are limited",
  "app.record_changes": "one for each version of a record, which are limited",
  "app.record_links": "100 for each field of a record at most",
  "app.manual_tests": "each is an entry of the ledger",
  "app.manual_test_exhibits": "100 for each test at most, which is an entry of the ledger",
  "app.accepted_failures": "each is an entry of the ledger",
  "app.audit_samples": "each is an entry of the ledger",
  "app.privilege_waivers": "each is an entry of the ledger, once for each item",
  "app.withdrawals": "each is an entry of the ledger",
  "app.erasures": "each is an entry of the ledger, and one for an item",
  "app.renamings": "each is an entry of the ledger",
  "app.refilings": "each is an entry of the ledger",
  "app.ledger_acts": "one for each entry of the ledger",
  "app.ledger_nodes": "one for sixteen entries of the ledger",
  "app.ledger_checkpoints": "one a minute at most, by the signer",
  "app.signing_requests":
    "one for each export, and one for whoever waits for a checkpoint; the signer forgets them after an hour",
  "app.jobs": "one for each row that waits for work, which is limited where it is made, and gone when it is done",
  // Not a company's.
  "app.outbox": "mails follow entries of the ledger and invitations, and others are limited by address (app.take_turn)",
  "app.sign_up_invitations": "platform admins invite",
};

test("S8: every table that a company can fill has a limit, or an excuse that says why it needs none", async () => {
  const { rows } = await db.admin.query<{ name: string; limited: boolean }>(`
    SELECT format('app.%I', c.relname) AS name, EXISTS (SELECT FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgname LIKE 'limit\\_%' AND p.proname LIKE 'hold\\_%') AS limited
    FROM pg_class c WHERE c.relnamespace = 'app'::regnamespace AND c.relkind = 'r' AND (
      EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped)
      OR has_any_column_privilege('app_user', c.oid, 'INSERT')) ORDER BY 1`);
  const open = rows.filter(({ name, limited }) => !limited && excuses[name] === undefined).map(({ name }) => name);
  expect(open, "needs a line in src/domain/limits.ts and a trigger, or an excuse here").toEqual([]);
  const needless = Object.keys(excuses).filter((name) => !rows.some((row) => row.name === name && !row.limited));
  expect(needless, "is gone, or has a limit by now").toEqual([]);
});

test("S8: the limits that the database holds are those of the table, for every plan", async () => {
  const { rows } = await db.admin.query("SELECT key, plan, most, holds FROM app.limits");
  const held = Object.fromEntries(rows.map(({ key, plan, most, holds }) => [`${key} ${plan}`, [holds, most]]));
  const wanted = Object.fromEntries(
    limitKeys.flatMap((key) => planKeys.map((plan) => [`${key} ${plan}`, [limits[key].holds, limitOf(key, plan)]])),
  );
  expect(held).toEqual(wanted);
  const owners = await db.admin.query("SELECT platform_role, most FROM app.owner_limits");
  expect(Object.fromEntries(owners.rows.map(({ platform_role, most }) => [platform_role, most]))).toEqual(
    ownedCompanies,
  );
});

test("S8: each limit is counted in some way, and each trigger counts a limit that there is", async () => {
  const { rows } = await db.admin.query<{ source: string }>(
    "SELECT prosrc AS source FROM pg_proc WHERE pronamespace = 'app'::regnamespace UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
  );
  const all = rows.map(({ source }) => source).join("\n");
  const uncounted = limitKeys.filter((key) => !all.includes(`'${key}'`));
  expect(uncounted).toEqual([]);
  const named = [...all.matchAll(/app\.hold_limit\(([^)]+)\)/g)].flatMap(([, list]) =>
    list!.split(",").map((item) => item.trim().slice(1, -1)),
  );
  expect(named.filter((key) => !Object.hasOwn(limits, key))).toEqual([]);
});

test("S8: the database never refuses the events that the table says, and no other", async () => {
  const events = endpoints.flatMap(({ records }) => records ?? []);
  const known = [
    ...new Set([
      ...events,
      ...neverRefused,
      "connection.collected",
      "import.judged",
      "evidence.viewed",
      "audit.viewed",
    ]),
  ];
  const { rows } = await db.admin.query<{ event: string }>(
    "SELECT event FROM unnest($1::text[]) event WHERE app.is_never_refused(event)",
    [known],
  );
  expect(rows.map(({ event }) => event).sort()).toEqual([...neverRefused].sort());
});

test("no plan has less of anything than the one before it, and early access stops abuse where it is cheap", () => {
  const size = (amount: number | null) => amount ?? Number.POSITIVE_INFINITY;
  for (const key of limitKeys) {
    const amounts = planKeys.slice(1).map((plan) => size(limitOf(key, plan)));
    expect(amounts, key).toEqual(amounts.toSorted((a, b) => a - b));
  }
  const early = (key: LimitKey) => size((limits[key] as Limit).amounts["early-access"]);
  // What the review did within seconds.
  expect(early("sent")).toBeLessThan(400 * 1024 ** 2);
  expect(early("exports")).toBeLessThan(300);
  expect(early("notes")).toBeLessThan(500);
  expect(ownedCompanies.manager).toBeLessThan(30);
});

test("a day's collection of six connections, a change found in every hour, uses less than a tenth of what any plan allows", () => {
  // Each run leaves an entry, and one more for the item that it files where something changed.
  const aDay = 6 * 24 * 2;
  for (const plan of planKeys) expect(limitOf("collected", plan)! / 10).toBeGreaterThan(aDay);
});
