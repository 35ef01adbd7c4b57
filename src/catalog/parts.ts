import { programChecks } from "./program-goals.ts";
import type { AskedPart } from "#domain/parts/decide-part.ts";
import type { SystemKind } from "./systems.ts";

/**
 * One aspect of a check, asked of every system in scope of its kinds. `aspect` is unique in its check, and stable: "check/aspect" names
 * the part. `title` says what is asked, in a few words that follow the name of a system.
 */
export type Part = AskedPart<SystemKind>;

/** Every system that people have accounts in. */
const accounts = [
  ...(["idp", "office", "code", "cloud", "tracker", "chat", "practice", "hr", "data", "paas"] as const),
  ...(["edge", "monitor", "oncall", "vault", "mdm", "edr"] as const),
];
/** Every system that keeps the company's data. */
const stores = ["cloud", "data", "paas"] as const;

/** Without a noun of its own a part is called by its aspect: "load balancers were not read". */
function part(aspect: string, asked: string | readonly [title: string, noun: string], ...systems: SystemKind[]): Part {
  const [title, noun = aspect.replaceAll("-", " ")] = typeof asked === "string" ? [asked] : asked;
  return { aspect, title, noun, systems };
}

/**
 * The parts of each check of the library. One without parts is asked of no system: a register or a person's test decides it. A
 * connector's or importer's check answers parts and never a whole check, so that a narrow fact cannot pass a broad sentence.
 */
export const partsOfChecks: Readonly<Record<string, readonly Part[]>> = {
  "accounts.leavers-disabled": [part("accounts", "accounts of people who left", ...accounts)],
  "accounts.one-person-each": [part("accounts", "accounts and who uses them", ...accounts)],
  "accounts.approved": [part("requests", ["approved access requests", "access requests"], "tracker")],
  "accounts.inactive-disabled": [part("accounts", ["last sign-ins", "last sign-ins"], ...accounts)],

  "auth.mfa-enforced": [
    part("policy", ["a second factor is required", "MFA policies"], ...accounts.filter((kind) => kind !== "cloud")),
    part(
      "enrolled",
      ["everyone has a second factor", "MFA enrollments"],
      ...accounts.filter((kind) => kind !== "cloud"),
    ),
    part("legacy", ["sign-ins without a second factor are blocked", "legacy sign-ins"], "idp", "office"),
  ],
  "auth.cloud-mfa": [
    part("root", ["MFA of the root or owner account", "the root account"], "cloud"),
    part("users", ["MFA of people with a console password", "console users"], "cloud"),
  ],
  "auth.password-rules": [
    part("length", ["at least 12 characters", "the password length"], "idp", "office"),
    part("history", ["the last four passwords are refused", "the password history"], "idp", "office"),
    part("lockout", ["lockout after failed attempts", "the lockout"], "idp", "office"),
  ],
  "auth.session-limit": [
    part("everyone", ["sessions of everyone end", "sessions"], "idp", "office"),
    part("administrators", ["sessions of administrators end", "administrator sessions"], "idp", "office"),
  ],
  "auth.no-secrets-in-code": [
    part("scanning", ["secret scanning is on", "secret scanning"], "code"),
    part("alerts", ["no open secret alert", "secret alerts"], "code"),
  ],
  "auth.keys-rotated": [
    part("keys", ["age of access keys", "access keys"], ...stores),
    part("root", ["no access key of the root account", "the root account's keys"], "cloud"),
  ],

  "privilege.admins-listed": [part("administrators", "administrators are approved", ...accounts)],
  "privilege.no-wildcards": [
    part("policies", "no policy allows everything", "cloud", "k8s"),
    part("basic-roles", "no basic owner or editor role", "cloud"),
  ],
  "privilege.default-deny": [
    part("repositories", ["default permission of repositories", "default permissions"], "code"),
    part("drives", ["new shared drives are private", "shared drives"], "office"),
    part("sites", ["new sites are private", "new sites"], "office"),
  ],
  "privilege.service-accounts": [
    part("accounts", ["service accounts cannot sign in", "service accounts"], "idp", "cloud"),
  ],
  "privilege.root-unused": [part("root", ["use of the root or emergency account", "the root account"], "cloud")],

  "review.done-this-quarter": [part("accounts", "reviewed this quarter", ...accounts)],
  "review.removals-done": [part("grants", "removed access is gone", ...accounts)],
  "review.service-accounts": [part("accounts", ["service accounts are reviewed", "service accounts"], "idp", "cloud")],

  "inventory.cloud-tagged": [part("resources", "resources have an owner and a class", "cloud")],
  "inventory.devices-assigned": [part("devices", "devices are assigned", "mdm", "edr")],
  "inventory.repositories-owned": [part("repositories", "repositories have an owner", "code")],
  "inventory.software-listed": [part("repositories", ["dependencies are listed", "dependencies"], "code")],
  "inventory.confirmed-within-year": [],

  "encryption.at-rest": [
    part("volumes", "volumes are encrypted", ...stores),
    part("databases", "databases are encrypted", ...stores),
    part("objects", ["object storage is encrypted", "object stores"], ...stores),
    part("backups", "backups are encrypted", ...stores),
    part("secrets", ["secrets of the cluster are encrypted", "cluster secrets"], "k8s"),
  ],
  "encryption.in-transit": [
    part("storage", "storage refuses plain HTTP", "cloud"),
    part("load-balancers", "load balancers use TLS", "cloud"),
    part("databases", "databases require TLS", ...stores),
    part("public-sites", "public addresses use TLS", "site", "edge"),
  ],
  "encryption.key-rotation": [part("keys", "keys are rotated", "cloud")],
  "encryption.key-access": [part("keys", "who may use keys", "cloud")],
  "encryption.certificates": [
    part("managed", ["managed certificates", "managed certificates"], "cloud", "edge"),
    part("served", ["certificates that are served", "served certificates"], "site"),
  ],

  "confidentiality.no-public-storage": [
    part("objects", ["no public object storage", "object stores"], ...stores),
    part("snapshots", "no public snapshots", "cloud"),
    part("images", "no public images", "cloud"),
  ],
  "confidentiality.external-sharing": [
    part("files", "sharing of files outside", "office"),
    part("calendars", "sharing of calendars outside", "office"),
    part("forwarding", ["forwarding of mail outside", "mail forwarding"], "office"),
    part("messages", ["sharing of channels outside", "channels"], "chat"),
    part("projects", "sharing of projects outside", "tracker"),
  ],
  "confidentiality.private-repositories": [part("repositories", "private repositories", "code")],
  "confidentiality.matter-access": [part("matters", "access to confidential matters", "practice")],
  "confidentiality.data-stores-private": [part("databases", "databases are not public", ...stores)],

  "retention.lifecycle-rules": [part("rules", ["lifecycle rules", "lifecycle rules"], "cloud")],
  "retention.closed-matters": [part("matters", "closed matters past retention", "practice")],
  "retention.device-wipe": [part("devices", "retired devices are wiped", "mdm")],
  "requests.on-time": [part("requests", "requests are answered in time", "tracker")],

  "logging.cloud-audit-on": [part("trail", ["audit logs are on", "the audit log"], "cloud")],
  "logging.identity-collected": [
    part("events", ["sign-in events are collected", "sign-in events"], "idp", "office", "code"),
  ],
  "logging.kept-a-year": [
    part("retention", ["the audit log is kept a year", "the audit log's retention"], "cloud", "data", "monitor"),
    part("groups", ["groups of logs are kept a year", "log groups"], "cloud"),
  ],
  "logging.protected": [part("store", ["logs cannot be changed", "the log store"], "cloud", "data", "monitor")],
  "monitoring.threat-detection": [part("detectors", ["threat detection is on", "threat detection"], "cloud", "edr")],
  "monitoring.alerts-delivered": [
    part("root", ["alerts about root", "root alerts"], "cloud"),
    part("failed-sign-ins", ["alerts about failed sign-ins", "failed sign-in alerts"], "cloud", "idp"),
    part("privilege", ["alerts about new privileges", "privilege alerts"], "cloud", "idp"),
    part("logging-off", ["alerts about logging turned off", "logging alerts"], "cloud"),
    part("capacity", ["alerts about capacity", "capacity alerts"], "cloud"),
    part("delivered", ["alerts reach someone", "alert delivery"], "cloud", "monitor", "oncall"),
  ],
  "monitoring.alerts-handled": [part("alerts", "alerts are handled", "tracker", "oncall")],

  "incident.plan-within-year": [],
  "incident.exercised-within-year": [],
  "incident.records-complete": [
    part("records", ["incident records are complete", "incident records"], "tracker", "oncall"),
  ],
  "incident.notice-decided": [part("decisions", ["notice is decided", "notice decisions"], "tracker", "oncall")],

  "backup.recent": [
    part("databases", ["recent backups of databases", "backups of databases"], ...stores),
    part("volumes", ["recent backups of volumes", "backups of volumes"], "cloud"),
  ],
  "backup.separate-copy": [part("copies", ["a copy elsewhere", "copies of backups"], ...stores)],
  "backup.restore-tested": [],
  "continuity.redundant": [part("databases", "databases in several zones", ...stores)],
  "continuity.plan-within-year": [],

  "devices.enrolled": [
    part("sign-ins", "sign-ins from enrolled devices", "idp"),
    part("devices", "enrolled devices", "mdm"),
  ],
  "devices.encrypted": [part("devices", "disks are encrypted", "mdm", "edr")],
  "devices.screen-lock": [part("devices", "screens lock", "mdm")],
  "devices.supported-software": [part("devices", "supported operating systems", "mdm", "edr")],
  "devices.malware-protection": [
    part("devices", "malware protection of devices", "mdm", "edr"),
    part("servers", "malware protection of servers", "cloud", "edr"),
  ],
  "devices.software-control": [part("devices", "installed software is controlled", "mdm", "edr")],
  "mail.phishing-protection": [
    part("filters", ["phishing filters", "phishing filters"], "office"),
    part("dmarc", ["DMARC", "DMARC"], "office"),
    part("spf", ["SPF", "SPF"], "office"),
    part("dkim", ["DKIM", "DKIM"], "office"),
  ],
  "network.no-open-admin-ports": [part("rules", ["no open admin ports", "network rules"], "cloud", "paas", "k8s")],
  "network.default-deny": [part("rules", ["default is to deny", "network rules"], "cloud", "k8s")],
  "network.production-separate": [part("networks", "production is separate", "cloud", "paas", "k8s")],
  "network.web-protection": [
    part("firewall", ["public applications are protected", "the web firewall"], "cloud", "edge"),
  ],
  "config.baseline": [
    part("benchmark", ["the benchmark's rules", "the benchmark"], "cloud", "k8s", "idp", "office", "mdm"),
  ],
  "config.defaults-removed": [part("defaults", ["defaults are removed", "default settings"], "cloud", "k8s", "mdm")],

  "physical.hosting-assured": [],
  "physical.offices-declared": [],
  "policies.approved-within-year": [],
  "policies.acknowledged": [],
  "policies.history-kept": [],
  "oversight.owner-named": [],
  "oversight.review-within-quarter": [],
  "oversight.audit-within-year": [],
  "oversight.actions-on-time": [part("tickets", "actions are on time", "tracker")],
  "risk.assessed-within-year": [],
  "risk.treatment-owned": [part("tickets", "treatments have an owner", "tracker")],
  "risk.acceptance-signed": [],
  "vendors.list-complete": [part("applications", "connected applications are listed", "idp", "office", "code", "chat")],
  "vendors.reviewed-within-year": [],
  "vendors.contract-signed": [],
  "people.screened-before-access": [],
  "people.terms-signed": [],
  "training.completed": [part("course", ["general training", "the course"], "training", "hr")],
  "training.developers": [part("course", ["secure coding training", "the course"], "training")],
  "training.content": [],

  "change.review-required": [
    part("approvals", ["a review is required", "review rules"], "code"),
    part("bypass", ["nobody passes the review by", "review bypasses"], "code"),
    part("history", ["history cannot be rewritten", "the protection of history"], "code"),
  ],
  "change.reviewed": [part("merges", ["merged changes were reviewed", "merged changes"], "code")],
  "change.tests-required": [
    part("checks", ["tests are required", "required tests"], "code"),
    part("scanning", ["code scanning is on", "code scanning"], "code"),
  ],
  "change.ticketed": [
    part("links", ["merged changes link to a ticket", "ticket links"], "code"),
    part("approvals", ["tickets are approved", "ticket approvals"], "tracker"),
  ],
  "change.release-roles": [part("grants", ["who can release", "release grants"], "code", "cloud")],
  "code.static-analysis": [part("results", ["static analysis", "analysis results"], "code")],
  "vulns.dependencies": [part("alerts", ["vulnerable dependencies", "vulnerability alerts"], "code")],
  "vulns.cloud-findings": [part("findings", ["findings of the cloud", "cloud findings"], "cloud")],
  "vulns.patched": [
    part("servers", "servers are patched", "cloud"),
    part("alerts", ["alerts are fixed in time", "vulnerability alerts"], "code"),
  ],
  "vulns.scanned-this-quarter": [
    part("internal", ["internal scans", "internal scans"], "scanner"),
    part("external", ["external scans", "external scans"], "scanner"),
  ],
  "vulns.pentest-within-year": [],
  "vulns.disclosure-contact": [part("published", ["a published contact", "the published contact"], "site")],
};

/** Checks that registers can only fail yet, and why they cannot pass them. */
export const onlyFailedByRegisters: Readonly<Record<string, string>> = {
  "change.release-roles": "registers fail it, and cannot pass it, as neither GitHub nor AWS shows every right",
};

/** Checks that records of Exhibit's own registers can pass: by themselves, or together with the accounts of connected systems. */
export const checksOfRegisters: readonly string[] = [
  ...programChecks.filter((id) => !(id in onlyFailedByRegisters)),
  "accounts.leavers-disabled",
  "vendors.list-complete",
];

/** The parts of a check; a check that the table does not know has none. */
export function partsOf(checkId: string): readonly Part[] {
  return partsOfChecks[checkId] ?? [];
}

/** Whether "check/aspect" names a part. */
export function isPart(name: string): boolean {
  const [check = "", aspect] = name.split("/");
  return partsOf(check).some((own) => own.aspect === aspect);
}
