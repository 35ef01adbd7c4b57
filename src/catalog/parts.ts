import type { SystemKind } from "./systems.ts";

/** One aspect of a check, asked of every system in scope of these kinds. */
export interface Part {
  /** Unique in its check, and stable: "check/aspect" names the part. */
  readonly aspect: string;
  /** What is asked, in a few words that follow the name of a system. */
  readonly title: string;
  readonly systems: readonly SystemKind[];
}

/** Every system that people have accounts in. */
const accounts = [
  ...(["idp", "office", "code", "cloud", "tracker", "chat", "practice", "hr", "data", "paas"] as const),
  ...(["edge", "monitor", "oncall", "vault", "mdm", "edr"] as const),
];
/** Every system that keeps the company's data. */
const stores = ["cloud", "data", "paas"] as const;

const part = (aspect: string, title: string, ...systems: readonly SystemKind[]): Part => ({ aspect, title, systems });

/**
 * The parts of each check of the library. One without parts is asked of no system: a register or a person's test decides it. A
 * connector's or importer's check answers parts and never a whole check, so that a narrow fact cannot pass a broad sentence.
 */
export const partsOfChecks: Readonly<Record<string, readonly Part[]>> = {
  "accounts.leavers-disabled": [part("accounts", "accounts of people who left", ...accounts)],
  "accounts.one-person-each": [part("accounts", "accounts and who uses them", ...accounts)],
  "accounts.approved": [part("requests", "approved access requests", "tracker")],
  "accounts.inactive-disabled": [part("accounts", "last sign-ins", ...accounts)],

  "auth.mfa-enforced": [
    part("policy", "a second factor is required", ...accounts.filter((kind) => kind !== "cloud")),
    part("enrolled", "everyone has a second factor", ...accounts.filter((kind) => kind !== "cloud")),
    part("legacy", "sign-ins without a second factor are blocked", "idp", "office"),
  ],
  "auth.cloud-mfa": [
    part("root", "MFA of the root or owner account", "cloud"),
    part("users", "MFA of people with a console password", "cloud"),
  ],
  "auth.password-rules": [
    part("length", "at least 12 characters", "idp", "office"),
    part("history", "the last four passwords are refused", "idp", "office"),
    part("lockout", "lockout after failed attempts", "idp", "office"),
  ],
  "auth.session-limit": [
    part("everyone", "sessions of everyone end", "idp", "office"),
    part("administrators", "sessions of administrators end", "idp", "office"),
  ],
  "auth.no-secrets-in-code": [
    part("scanning", "secret scanning is on", "code"),
    part("alerts", "no open secret alert", "code"),
  ],
  "auth.keys-rotated": [part("keys", "age of access keys", ...stores)],

  "privilege.admins-listed": [part("administrators", "administrators are approved", ...accounts)],
  "privilege.no-wildcards": [
    part("policies", "no policy allows everything", "cloud", "k8s"),
    part("basic-roles", "no basic owner or editor role", "cloud"),
  ],
  "privilege.default-deny": [
    part("repositories", "default permission of repositories", "code"),
    part("drives", "new shared drives are private", "office"),
    part("sites", "new sites are private", "office"),
  ],
  "privilege.service-accounts": [part("accounts", "service accounts cannot sign in", "idp", "cloud")],
  "privilege.root-unused": [part("root", "use of the root or emergency account", "cloud")],

  "review.done-this-quarter": [part("accounts", "reviewed this quarter", ...accounts)],
  "review.removals-done": [part("grants", "removed access is gone", ...accounts)],
  "review.service-accounts": [part("accounts", "service accounts are reviewed", "idp", "cloud")],

  "inventory.cloud-tagged": [part("resources", "resources have an owner and a class", "cloud")],
  "inventory.devices-assigned": [part("devices", "devices are assigned", "mdm", "edr")],
  "inventory.repositories-owned": [part("repositories", "repositories have an owner", "code")],
  "inventory.software-listed": [part("repositories", "dependencies are listed", "code")],
  "inventory.confirmed-within-year": [],

  "encryption.at-rest": [
    part("volumes", "volumes are encrypted", ...stores),
    part("databases", "databases are encrypted", ...stores),
    part("objects", "object storage is encrypted", ...stores),
    part("backups", "backups are encrypted", ...stores),
    part("secrets", "secrets of the cluster are encrypted", "k8s"),
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
    part("managed", "managed certificates", "cloud", "edge"),
    part("served", "certificates that are served", "site"),
  ],

  "confidentiality.no-public-storage": [
    part("objects", "no public object storage", ...stores),
    part("snapshots", "no public snapshots", "cloud"),
    part("images", "no public images", "cloud"),
  ],
  "confidentiality.external-sharing": [
    part("files", "sharing of files outside", "office"),
    part("calendars", "sharing of calendars outside", "office"),
    part("forwarding", "forwarding of mail outside", "office"),
    part("messages", "sharing of channels outside", "chat"),
    part("projects", "sharing of projects outside", "tracker"),
  ],
  "confidentiality.private-repositories": [part("repositories", "private repositories", "code")],
  "confidentiality.matter-access": [part("matters", "access to confidential matters", "practice")],
  "confidentiality.data-stores-private": [part("databases", "databases are not public", ...stores)],

  "retention.lifecycle-rules": [part("rules", "lifecycle rules", "cloud")],
  "retention.closed-matters": [part("matters", "closed matters past retention", "practice")],
  "retention.device-wipe": [part("devices", "retired devices are wiped", "mdm")],
  "requests.on-time": [part("requests", "requests are answered in time", "tracker")],

  "logging.cloud-audit-on": [part("trail", "audit logs are on", "cloud")],
  "logging.identity-collected": [part("events", "sign-in events are collected", "idp", "office", "code")],
  "logging.kept-a-year": [part("retention", "logs are kept a year", "cloud", "data", "monitor")],
  "logging.protected": [part("store", "logs cannot be changed", "cloud", "data", "monitor")],
  "monitoring.threat-detection": [part("detectors", "threat detection is on", "cloud", "edr")],
  "monitoring.alerts-delivered": [
    part("root", "alerts about root", "cloud"),
    part("failed-sign-ins", "alerts about failed sign-ins", "cloud", "idp"),
    part("privilege", "alerts about new privileges", "cloud", "idp"),
    part("logging-off", "alerts about logging turned off", "cloud"),
    part("capacity", "alerts about capacity", "cloud"),
    part("delivered", "alerts reach someone", "cloud", "monitor", "oncall"),
  ],
  "monitoring.alerts-handled": [part("alerts", "alerts are handled", "tracker", "oncall")],

  "incident.plan-within-year": [],
  "incident.exercised-within-year": [],
  "incident.records-complete": [part("records", "incident records are complete", "tracker", "oncall")],
  "incident.notice-decided": [part("decisions", "notice is decided", "tracker", "oncall")],

  "backup.recent": [
    part("databases", "recent backups of databases", ...stores),
    part("volumes", "recent backups of volumes", "cloud"),
  ],
  "backup.separate-copy": [part("copies", "a copy elsewhere", ...stores)],
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
    part("filters", "phishing filters", "office"),
    part("dmarc", "DMARC", "office"),
    part("spf", "SPF", "office"),
    part("dkim", "DKIM", "office"),
  ],
  "network.no-open-admin-ports": [part("rules", "no open admin ports", "cloud", "paas", "k8s")],
  "network.default-deny": [part("rules", "default is to deny", "cloud", "k8s")],
  "network.production-separate": [part("networks", "production is separate", "cloud", "paas", "k8s")],
  "network.web-protection": [part("firewall", "public applications are protected", "cloud", "edge")],
  "config.baseline": [part("benchmark", "the benchmark's rules", "cloud", "k8s", "idp", "office", "mdm")],
  "config.defaults-removed": [part("defaults", "defaults are removed", "cloud", "k8s", "mdm")],

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
  "training.completed": [part("course", "general training", "training", "hr")],
  "training.developers": [part("course", "secure coding training", "training")],
  "training.content": [],

  "change.review-required": [
    part("approvals", "a review is required", "code"),
    part("bypass", "nobody passes the review by", "code"),
    part("history", "history cannot be rewritten", "code"),
  ],
  "change.reviewed": [part("merges", "merged changes were reviewed", "code")],
  "change.tests-required": [part("checks", "tests are required", "code")],
  "change.ticketed": [
    part("links", "merged changes link to a ticket", "code"),
    part("approvals", "tickets are approved", "tracker"),
  ],
  "change.release-roles": [part("grants", "who can release", "code", "cloud")],
  "code.static-analysis": [part("results", "static analysis", "code")],
  "vulns.dependencies": [part("alerts", "vulnerable dependencies", "code")],
  "vulns.cloud-findings": [part("findings", "findings of the cloud", "cloud")],
  "vulns.patched": [
    part("servers", "servers are patched", "cloud"),
    part("alerts", "alerts are fixed in time", "code"),
  ],
  "vulns.scanned-this-quarter": [
    part("internal", "internal scans", "scanner"),
    part("external", "external scans", "scanner"),
  ],
  "vulns.pentest-within-year": [],
  "vulns.disclosure-contact": [part("published", "a published contact", "site")],
};

/** The parts of a check; a check that the table does not know has none. */
export function partsOf(checkId: string): readonly Part[] {
  return partsOfChecks[checkId] ?? [];
}

/** Whether "check/aspect" names a part. */
export function isPart(name: string): boolean {
  const [check = "", aspect] = name.split("/");
  return partsOf(check).some((own) => own.aspect === aspect);
}
