import type { DoorCell, Found } from "./doors.ts";
import { guest, operators, people } from "./principals.ts";
import type { Principal } from "./principals.ts";
import { describe } from "./manifest.ts";
import type { Cell } from "./matrix.ts";

/**
 * What people see of themselves whichever company their transaction claims: their profile, their place among the
 * platform's administrators, and the companies that they belong to.
 */
const ownRows = ["app.profiles", "app.platform_admins", "app.account_bounds", "app.companies"];

/** The importer and the collector learn which companies have work: ids, never what they mean. */
const workerLearns = [
  "app.companies.id",
  "app.imports.id",
  "app.connections.id",
  "app.collection_runs.id",
  "app.jobs.id",
  "app.jobs.kind",
  "app.jobs.key",
  "auth.users.id",
];
/** The signer learns sizes, roots and hashes of ledgers, and what it is asked to sign. */
const signerLearns = [
  "app.companies.id",
  "app.ledger_heads.root",
  "app.ledger_heads.edge",
  "app.ledger_entries.leaf_hash",
  "app.ledger_checkpoints.root",
  "app.ledger_checkpoints.note",
  "app.signing_requests.id",
  "app.signing_requests.manifest_sha256",
];
const signerChanges = ["app.ledger_checkpoints", "app.signing_stops", "app.signing_requests"];
const workerChanges = [
  // It keeps the judge that it judges with.
  "app.judges",
  "app.jobs",
  // It may ask for a signature.
  "app.signing_requests",
  // Slots are planned and runs handed out by the worker; what they bring is the connection's own.
  "app.connections",
  "app.collection_runs",
  "app.collection_parts",
  "app.ended_links",
  // A start tells which places for files there are.
  "app.store_identities",
  // It says when the bytes of a file that an owner had erased are gone.
  "app.erasures",
];
/** Who runs the installation learns of accounts, and of a company its name and plan; of neither what they have stored. */
const operatorsSee = [
  // What was given up, by its kind and the id of what it was about.
  "app.jobs.id",
  "app.jobs.kind",
  "app.jobs.key",
  "app.companies.id",
  "app.companies.name",
  "app.companies.subscription_tier",
  "app.company_members.user_id",
  "app.profiles.id",
  "auth.users.id",
  "auth.users.email",
  "auth.users.first_name",
  "auth.users.last_name",
];
/** What bounds an account or a company, and what ends with an account's rights. */
const operatorsChange = [
  "app.account_bounds",
  "app.platform_admins",
  "app.feature_overrides",
  "app.operator_acts",
  "auth.sessions",
  // It ends with the session.
  "auth.file_grants",
  // What the person of the account had issued: src/domain/issued.ts.
  "app.company_invitations",
  "app.invitation_links",
  "app.api_tokens",
  "app.pipelines",
  "app.webhooks",
  "app.jobs",
  "app.webhook_deliveries",
  "app.connections",
  "app.link_attempts",
  "app.exports",
  "app.ended_rights",
  "app.ledger_heads",
  "app.ledger_entries",
  "app.ledger_nodes",
  "app.ledger_acts",
];
const isOperator = ({ userId, role }: Principal) => role === "app_user" && operators.includes(userId);
/** What anybody may leave with us through a door, and the operator and the worker deal with. */
const strangersLeave = ["app.rate_limits", "app.access_requests", "app.contact_messages", "app.spent_challenges"];

/**
 * Doors whose answer is what a company has chosen to be told outside, or whose a token is that somebody brings; the
 * manifest says what they show. The worker moves what waits behind them.
 */
const tells: Readonly<Record<string, string>> = {
  "app.take_alerts": "app_worker",
  "app.begin_webhook_attempt": "app_worker",
  "app.finish_webhook_attempt": "app_worker",
  "app.find_api_token": "app_auth",
  // The worker judges what a company has on file: results, names of items, decisions.
  "app.facts_to_judge": "app_worker",
  // And by its scope: systems, and what was decided about them.
  "app.scope_of": "app_worker",
  // And by what people tested.
  "app.tests_of": "app_worker",
  // It removes the bytes of what an owner had erased, and is told where they lie.
  "app.erasure_waiting": "app_worker",
  "app.take_incident_alerts": "app_worker",
  "app.take_ended_rights": "app_worker",
  // It writes to people who have no seat, where a manager had sent them a link.
  "app.take_staff_to_remind": "app_worker",
  "app.holds_to_tell": "app_worker",
  // Tasks are mailed to members, by the clock of their time zone.
  "app.take_task_digests": "app_worker",
  // And the task to decide on notice of an incident, before its 72 hours end.
  "app.notices_to_mail": "app_worker",
  "app.keep_notice_mail": "app_worker",
  // It verifies bundles that companies filed as assurances of their vendors.
  "app.bundles_to_verify": "app_worker",
  // And platform admins are mailed what needs them.
  "app.operators": "app_worker",
  "app.find_calendar_feed": "app_auth",
};
const told = [
  "app.judgements",
  "app.control_changes",
  "app.control_standings",
  "app.incidents",
  "app.incident_alerts",
  "app.ledger_feeds",
  "app.alerts",
  "app.webhook_deliveries",
  "app.webhooks",
  "app.ended_rights",
  "app.staff_reminders",
  "app.hold_notices",
  "app.staff_links",
  "app.task_digests",
];

/** Doors to the caller's own account, whichever company the transaction claims: what they are in each, and the end of it. */
const ownAccount = ["app.hold_own_account", "app.delete_own_account"];
function isOwnAccount({ door, principal }: DoorCell, of: Found["of"]): boolean {
  const person = Object.values(people).find((person) => person.id === principal.userId);
  if (!ownAccount.includes(door) || !person) return false;
  return of === "nobody" || of === person.home || principal.belongsTo.some((side) => side === of);
}

/** Cells that reach a company's rows without being entitled to. There must be none. */
export function leakingCells(cells: readonly Cell[]): string[] {
  return cells
    .filter(leaks)
    .map((cell) => `${cell.principal.name} on ${cell.table} of ${cell.place}: ${describe(cell)}`);
}

function leaks({ table, principal, place, read, insert, update, delete: deleted }: Cell): boolean {
  if (place === "nobody" || place === principal.entitled) return false;
  // Accounts are app_auth's alone, and it makes the profile of someone who signs up; it has no say in companies.
  if (
    principal.role === "app_auth" &&
    (table.startsWith("auth.") || ["app.profiles", "app.account_bounds"].includes(table))
  )
    return false;
  const writes =
    (insert?.outcome ?? "refused") !== "refused" || Object.values(update ?? {}).some(Boolean) || Boolean(deleted);
  const own = ownRows.includes(table) && principal.userId !== "" && principal.role === "app_user" ? 1 : 0;
  // Whoever audits a company learns who is on its team, and the guest is.
  const team = principal.role === "app_auditor" && table === "app.profiles" && principal.entitled === guest.company;
  return writes || (read?.seen ?? 0) > (team && place === guest.person.home ? 1 : own);
}

/** Calls of doors that show or change something of a company without being entitled to. There must be none. */
export function leakingCalls(cells: readonly DoorCell[]): string[] {
  return cells.flatMap((cell) => {
    const shown = cell.shows.filter((found) => !maySee(cell, found)).map((found) => ["shows", found] as const);
    const changed = cell.changes.filter((found) => !mayChange(cell, found)).map((found) => ["changes", found] as const);
    const bad = [...shown, ...changed].map(([verb, { what, of }]) => `${verb} ${what} of ${of}`);
    return bad.map((text) => `${cell.door} ${cell.call}, called by ${cell.principal.name}, ${text}`);
  });
}

function maySee(cell: DoorCell, { what, of }: Found): boolean {
  const { door, principal } = cell;
  if (of === principal.entitled || isOwnAccount(cell, of)) return true;
  // The guest is at home in the other company, and on this one's team.
  if (
    ["app.team", "app.people_of_record", "app.audit_names"].includes(door) &&
    principal.entitled === guest.company &&
    of === guest.person.home
  )
    return true;
  if (tells[door] === principal.role) return true;
  if (principal.role === "app_worker") return workerLearns.includes(what);
  if (principal.role === "app_signer") return signerLearns.includes(what);
  if (isOperator(principal) && operatorsSee.includes(what)) return true;
  return what === "app.companies.id" && principal.belongsTo.some((side) => side === of);
}

function mayChange(cell: DoorCell, { what, of }: Found): boolean {
  const { door, principal } = cell;
  if (of === principal.entitled || isOwnAccount(cell, of)) return true;
  if (principal.role === "app_signer") return signerChanges.includes(what);
  if (principal.role === "app_worker") return [...workerChanges, ...told, ...strangersLeave].includes(what);
  if (strangersLeave.includes(what)) return true;
  // What they leave with us is work of no company.
  if (what === "app.jobs" && of === "nobody") return true;
  if (isOperator(principal) && operatorsChange.includes(what)) return true;
  // Whoever is signed in may found a company; that changes their rights, and so their session's token.
  const own =
    what === "auth.sessions" &&
    Object.values(people).some((person) => person.id === principal.userId && person.home === of);
  return (of === "a new company" || own) && door === "app.create_company" && principal.userId !== "";
}
