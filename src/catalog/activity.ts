import { sayAmount } from "#domain/limit-words.ts";
import { limits } from "#domain/limits.ts";
import type { LimitKey } from "#domain/limits.ts";
import { providers } from "./providers.ts";

/** What an act's ledger entry holds: what it was done to, and the facts beside it. */
export interface Act {
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The name of the person or connected account that an id stands for; undefined for anything else. */
  readonly nameOf: (id: string) => string | undefined;
}

type Says = (act: Act) => string;

const text = (value: unknown, otherwise: string) => (typeof value === "string" && value !== "" ? value : otherwise);
const named = (value: unknown, otherwise: string) =>
  typeof value === "string" && value !== "" ? `“${value}”` : otherwise;
const somebody = ({ subject, details, nameOf }: Act) =>
  text(details["name"], nameOf(subject) ?? text(details["email"], "a former member"));
const aRole = (value: unknown) => (typeof value === "string" ? ` as ${value}` : "");
/** The provider with the account: "GitHub (hollis-marsh)"; without it before the vendor has told. */
const aConnection = ({ subject, details, nameOf }: Act) => {
  const key = details["provider"];
  const provider = providers.find((one) => one.key === key)?.name ?? text(key, "an account");
  const account = text(details["account"], nameOf(subject) ?? "");
  return account === "" ? provider : `${provider} (${account})`;
};
/** Where what was collected stands, or which item still says the same. */
const onFile = ({ details }: Act) =>
  typeof details["exhibit"] === "string"
    ? `, ${details["unchanged"] === true ? "the same as in" : "on file as"} ${details["exhibit"]}`
    : "";
const anAddress = ({ details }: Act) => text(details["email"], "somebody");
const aControl = ({ subject, details }: Act) =>
  typeof details["control"] === "string" ? `${subject}, ${details["control"]},` : subject;
const aReason = ({ details }: Act) =>
  typeof details["reason"] === "string" ? `: ${details["reason"].replace(/\.$/, "")}` : "";
/** What an auditor saw, in a person's words; an endpoint without any stands as it is called. */
function whatWasSeen(details: Act["details"]): string {
  const endpoint = text(details["endpoint"], "something");
  const thing =
    details["exhibit"] ?? details["control"] ?? (details["project"] ? named(details["project"], "") : undefined);
  if (typeof thing === "string") return `${endpoint.endsWith("download") ? "the file of " : ""}${thing}`;
  return seen[endpoint] ?? endpoint;
}
const seen: Readonly<Record<string, string>> = {
  "projects.list": "the projects",
  "controls.list": "the controls",
  "evidence.list": "the list of evidence",
  "evidence.get": "an item that is not theirs to see",
  "evidence.download": "a file that is not theirs to see",
  "projects.get": "a project that is not theirs to see",
  "audit.scope": "what they may audit",
  "audit.requests": "the requests",
  "audit.comments": "the comments",
  "audit.samples": "the samples",
  "audit.getSample": "a sample",
  "ledger.checkpoint": "the ledger's newest checkpoint",
};

/** "45 of 50 exports a day", by the table of limits. */
const aLimit = ({ subject, details }: Act) => {
  const limit = Object.hasOwn(limits, subject) ? limits[subject as LimitKey] : undefined;
  const { used, most } = details;
  if (!limit || typeof used !== "number" || typeof most !== "number") return "something that a plan limits";
  const each = { "at once": "", "each hour": " an hour", "each day": " a day" }[limit.holds];
  return `${sayAmount(used, limit.unit)} of ${sayAmount(most, limit.unit)} ${limit.words}${each}`;
};
/** What was issued, as the entries name it: its kind and its label. */
const listed = (items: unknown) => (Array.isArray(items) && items.length > 0 ? `: ${items.join(", ")}` : "");
const keptOf = ({ details }: Act) =>
  listed(details["kept"]) ? `, and kept what they had issued${listed(details["kept"])}` : "";

const aPipeline = (details: Act["details"]) =>
  `${text(details["repository"], "of a repository")}, branch ${text(details["branch"], "unknown")}`;
const aWebhook = ({ details }: Act) => text(details["url"], text(details["host"], "an address"));

/**
 * What each event of a company's ledger says about the person who did it, as the end of a sentence that begins with
 * their name. A sweep compares its keys with the contract.
 */
export const sentences: Readonly<Record<string, Says>> = {
  "company.created": ({ details }) => `founded the company ${named(details["name"], "")}`.trim(),
  "company.renamed": ({ details }) =>
    `renamed the company${details["before"] ? ` from ${named(details["before"], "")}` : ""} to ${named(details["name"], "another name")}`,
  "company.policyChanged": ({ details }) =>
    details["secondFactorRequired"] === true
      ? "asked every member for a second factor"
      : "no longer asks members for a second factor",
  "company.transferred": (act) => `handed the company to ${act.nameOf(act.subject) ?? "another member"}`,
  "company.recordsExported": () => "exported the company's records",
  "company.deletionRequested": () => "asked for the company to be deleted",
  "company.deletionCancelled": () => "kept the company after all",
  "rights.ended": (act) => `ended what ${somebody(act)} had issued${listed(act.details["ended"])}`,
  "member.left": ({ details }) =>
    `left the company${details["role"] ? `, where they were ${text(details["role"], "")}` : ""}`,
  "member.removed": (act) => `removed ${somebody(act)}${keptOf(act)}`,
  "member.roleChanged": (act) =>
    `changed the role of ${somebody(act)}${act.details["before"] ? ` from ${text(act.details["before"], "")}` : ""} to ${text(act.details["role"], "another")}${keptOf(act)}`,
  "invitation.created": (act) => `invited ${anAddress(act)}${aRole(act.details["role"])}`,
  "invitation.renewed": (act) => `sent the invitation of ${anAddress(act)} again`,
  "invitation.cancelled": (act) => `cancelled the invitation of ${anAddress(act)}`,
  "invitation.accepted": ({ details }) => `joined the company${aRole(details["role"])}`,
  "onboarding.submitted": ({ details }) =>
    details["anew"] === true ? "changed the organization profile" : "filled in the organization profile",
  "project.created": ({ details }) => `created the project ${named(details["name"], "without a name")}`,
  "project.started": ({ details }) => `started the project ${named(details["name"], "without a name")}`,
  "project.archived": ({ details }) => `archived the project ${named(details["name"], "without a name")}`,
  "project.renamed": ({ details }) =>
    `renamed the project ${named(details["before"], "without a name")} to ${named(details["name"], "another name")}`,
  "project.windowSet": ({ details }) =>
    typeof details["from"] === "string"
      ? `set the audit window of ${named(details["name"], "a project")} to ${details["from"]} to ${text(details["to"], "a later day")}`
      : `cleared the audit window of ${named(details["name"], "a project")}`,
  "project.restored": ({ details }) => `restored the project ${named(details["name"], "without a name")}`,
  "control.assigned": ({ subject, details, nameOf }) => {
    const owner = typeof details["owner"] === "string" ? (nameOf(details["owner"]) ?? "a former member") : "nobody";
    return `gave ${subject} to ${owner}, ${typeof details["due"] === "string" ? `due on ${details["due"]}` : "without a due date"}`;
  },
  "control.noted": ({ subject }) => `wrote a note about ${subject}`,
  "control.noteStruck": ({ subject }) => `struck out a note about ${subject}`,
  "control.applicabilitySet": ({ subject, details }) =>
    details["applicable"] === true
      ? `declared ${subject} applicable again`
      : `declared ${subject} not applicable: ${text(details["reason"], "without a reason")}`,
  "limit.near": (act) => `counted ${aLimit(act)}: four fifths are used`,
  "limit.reached": (act) => `counted ${aLimit(act)}: no more is taken`,
  "ledger.lossAccepted": ({ details }) =>
    `began the ledger again, because what was signed before is lost${typeof details["reason"] === "string" ? `: ${details["reason"].replace(/\.$/, "")}` : ""}`,
  "control.failing": (act) => `found ${aControl(act)} failing${aReason(act)}`,
  "control.passing": (act) => `found ${aControl(act)} passing${aReason(act)}`,
  "control.needsEvidence": (act) => `found that ${aControl(act)} needs evidence${aReason(act)}`,
  "control.notApplicable": (act) => `found ${aControl(act)} not applicable${aReason(act)}`,
  "evidence.filed": ({ details }) =>
    `filed ${text(details["exhibit"], "an item")}, ${named(details["name"], "without a name")}`,
  "evidence.viewed": ({ subject, details }) =>
    `${details["how"] === "downloaded" ? "downloaded" : "opened"} ${text(details["exhibit"], subject)}`,
  "evidence.privilegeLifted": ({ details }) =>
    `lifted the privilege of ${text(details["exhibit"], "an item")}: ${text(details["reason"], "without a reason")}`,
  "matter.opened": ({ details }) => `opened the matter ${named(details["name"], "without a name")}`,
  "matter.renamed": ({ details }) =>
    `renamed the matter from ${named(details["before"], "another name")} to ${named(details["name"], "another name")}`,
  "matter.closed": ({ details }) => `closed the matter ${named(details["name"], "without a name")}`,
  "matter.reopened": ({ details }) => `opened the matter ${named(details["name"], "without a name")} again`,
  "matter.personAdded": (act) => `let ${somebody(act)} into the circle`,
  "matter.personRemoved": (act) => `took ${somebody(act)} out of the circle`,
  "matter.logExported": () => "exported the privilege log",
  "import.judged": ({ details }) =>
    `imported a report of ${text(details["tool"], "a tool")} with ${Number(details["findings"] ?? 0).toLocaleString("en-US")} findings`,
  "import.failed": ({ details }) =>
    details["failure"] === "import-abandoned"
      ? "ended an import of somebody who can no longer add evidence"
      : `imported a report that could not be judged${details["name"] ? `: ${named(details["name"], "")}` : ""}`,
  "connection.begun": (act) => `began to connect ${aConnection(act)}`,
  "connection.paused": (act) => `paused the collection from ${aConnection(act)}`,
  "connection.resumed": (act) => `resumed the collection from ${aConnection(act)}`,
  "connection.asked": (act) => `asked for a collection from ${aConnection(act)}`,
  "connection.configured": (act) => `changed the settings of ${aConnection(act)}`,
  "connection.collected": (act) => `collected from ${aConnection(act)}${onFile(act)}`,
  "connection.failed": (act) => `could not collect from ${aConnection(act)}`,
  "connection.connected": (act) => `connected ${aConnection(act)}`,
  "connection.disconnected": (act) => `disconnected ${aConnection(act)}`,
  "export.created": ({ details }) =>
    `exported a report${details["project"] ? " of one project" : " of the company"}${details["format"] === "oscal" ? " as OSCAL" : ""}`,
  "export.sealed": () => "had a bundle sealed",
  "export.cancelled": () => "cancelled an export",
  "activity.exported": ({ details }) => `exported the activity as ${text(details["format"], "a file").toUpperCase()}`,
  "apiToken.created": ({ details }) => `made the API token ${named(details["name"], "without a name")}`,
  "apiToken.revoked": ({ details }) => `revoked the API token ${named(details["name"], "without a name")}`,
  "pipeline.trusted": ({ details }) => `trusted the pipeline ${aPipeline(details)}`,
  "pipeline.removed": ({ details }) => `no longer trusts the pipeline ${aPipeline(details)}`,
  "mapping.saved": ({ details }) => `saved the CSV mapping ${named(details["name"], "without a name")}`,
  "mapping.renamed": ({ details }) =>
    `renamed the CSV mapping ${named(details["before"], "without a name")} to ${named(details["name"], "another name")}`,
  "mapping.removed": ({ details }) => `removed the CSV mapping ${named(details["name"], "without a name")}`,
  "webhook.created": (act) => `added a webhook to ${aWebhook(act)}`,
  "webhook.changed": (act) => `changed the webhook to ${aWebhook(act)}`,
  "webhook.secretRolled": (act) => `gave the webhook to ${aWebhook(act)} a new secret`,
  "webhook.removed": (act) => `removed the webhook to ${aWebhook(act)}`,
  "webhook.tested": (act) => `sent a test event to ${aWebhook(act)}`,
  "webhook.deliveryRepeated": (act) => `sent a delivery to ${aWebhook(act)} again`,
  "portal.changed": ({ details }) =>
    details["on"] === false ? "turned the public portal off, or left it off" : "changed what the public portal says",
  "alert.acknowledged": ({ details }) => `acknowledged the alert about ${text(details["control"], "a control")}`,
  "alert.muted": ({ subject, details }) =>
    details["until"]
      ? `is mailed nothing about ${subject} until ${text(details["until"], "a day").slice(0, 10)}`
      : `is mailed about ${subject} again`,
  "audit.viewed": ({ details }) => `looked, as an auditor, at ${whatWasSeen(details)}`,
  "audit.requested": ({ details }) =>
    `asked, as an auditor, for evidence${details["control"] ? ` for ${text(details["control"], "")}` : ""} by ${text(details["dueOn"], "a day")}`,
  "audit.answered": ({ details }) =>
    `answered an auditor's request${details["control"] ? ` for ${text(details["control"], "")}` : ""}`,
  "audit.settled": ({ details }) =>
    details["outcome"] === "accepted"
      ? "accepted, as an auditor, the answer to a request"
      : details["outcome"] === "closed"
        ? "gave up, as an auditor, a request"
        : "asked, as an auditor, once more about a request",
  "audit.commented": ({ details }) => `commented on ${text(details["on"], "something")} in an audit`,
  "audit.sampled": ({ details }) =>
    `drew, as an auditor, a sample of ${Number(details["size"] ?? 0)} from the evidence for ${text(details["control"], "a control")}`,
  "audit.auditorChanged": (act) => `changed what ${somebody(act)} may audit, and until when`,
  "audit.auditorEnded": (act) => `ended the access of the auditor ${somebody(act)}`,
  "alerts.chosen": () => "chose what they are mailed about",
};

/** The end of the sentence about an event; one that this version has no words for is named as it is. */
export function sayEvent(event: string, act: Act): string {
  const said = sentences[event]?.(act) ?? `did what the ledger calls ${event}`;
  const { token } = act.details;
  return typeof token === "string" ? `${said}, through the API token ${named(token, "")}` : said;
}

/** The kinds of events one can look for, by the noun of the event, with the word a person reads. */
export const activityKinds: readonly { readonly key: string; readonly label: string }[] = [
  { key: "evidence", label: "Evidence filed" },
  { key: "import", label: "Reports imported" },
  { key: "matter", label: "Matters" },
  { key: "control", label: "Controls" },
  { key: "project", label: "Projects" },
  { key: "member", label: "Members" },
  { key: "invitation", label: "Invitations" },
  { key: "company", label: "Company" },
  { key: "ledger", label: "Ledger" },
  { key: "onboarding", label: "Organization profile" },
  { key: "audit", label: "Auditors" },
  { key: "connection", label: "Connections" },
  { key: "apiToken", label: "API tokens" },
  { key: "pipeline", label: "Pipelines" },
  { key: "mapping", label: "CSV mappings" },
  { key: "webhook", label: "Webhooks" },
  { key: "export", label: "Reports exported" },
  { key: "activity", label: "Activity exported" },
  { key: "portal", label: "Public portal" },
  { key: "alert", label: "Alerts" },
  { key: "alerts", label: "Notifications" },
  { key: "rights", label: "Rights that ended" },
  { key: "limit", label: "Limits" },
];

const settings = () => "/dashboard/settings";
const integrations = () => "/dashboard/settings?tab=integrations";
const item = (id: string) => `/dashboard/evidence?item=${id}`;

const pages: Partial<Record<string, (subject: string) => string>> = {
  evidence: item,
  import: item,
  control: (id) => `/dashboard/controls/${id}`,
  matter: (id) => `/dashboard/matters/${id}`,
  project: (id) => `/dashboard/projects/${id}`,
  export: () => "/dashboard/exports",
  connection: (id) => `/dashboard/integrations?manage=${id}`,
  member: settings,
  invitation: settings,
  company: settings,
  onboarding: () => "/dashboard/onboarding",
  apiToken: integrations,
  webhook: integrations,
  pipeline: integrations,
};

/** The page of what an event was about; undefined where there is none. */
export function pageOfSubject(event: string, subject: string): string | undefined {
  return pages[event.split(".", 1)[0]!]?.(subject);
}
