/** Something a company's ledger says happened, for people: in lists, and as what somebody did. */
interface LedgerEventWords {
  readonly event: string;
  readonly group: EventGroup;
  /** As a list names it. */
  readonly label: string;
  /** After a person's name. */
  readonly did: string;
  /** Which mails it belongs to; none without it. */
  readonly alert?: AlertKind;
}

type EventGroup = "Evidence" | "Projects" | "Company" | "People" | "Integrations";

/** What members can ask to be mailed about. A kind is on by default for owners and admins, or for nobody. */
export const alertKinds = {
  people: {
    label: "People",
    note: "Somebody joined, left or was removed, got another role, or became the owner.",
    onForManagers: true,
  },
  security: {
    label: "Security",
    note: "Somebody changed the company's policy, or what opens it: API tokens, webhooks, the deletion of the company.",
    onForManagers: true,
  },
  exports: { label: "Exports", note: "Somebody took a bundle or a record out of the company.", onForManagers: false },
  failures: {
    label: "Failed imports",
    note: "A report could not be judged, whoever imported it.",
    onForManagers: false,
    /** Work in the background failed: who started it is told, too. */
    toActor: true,
  },
} as const satisfies Record<string, { label: string; note: string; onForManagers: boolean; toActor?: boolean }>;

export type AlertKind = keyof typeof alertKinds;

export const alertKindKeys = Object.keys(alertKinds) as readonly AlertKind[];

const words = (event: string, group: EventGroup, label: string, did: string, alert?: AlertKind): LedgerEventWords => ({
  event,
  group,
  label,
  did,
  ...(alert && { alert }),
});

/** Every event, in the order in which people choose among them. */
export const ledgerEvents: readonly LedgerEventWords[] = [
  words("evidence.filed", "Evidence", "Evidence filed", "filed evidence"),
  words("import.judged", "Evidence", "Imported report judged", "imported a report that was judged"),
  words(
    "import.failed",
    "Evidence",
    "Imported report not judged",
    "imported a report that could not be judged",
    "failures",
  ),
  words("export.created", "Evidence", "Bundle made", "made a bundle", "exports"),
  words("activity.exported", "Evidence", "Activity exported", "exported the record of activity", "exports"),
  words(
    "company.recordsExported",
    "Evidence",
    "Company's records exported",
    "exported the company's records",
    "exports",
  ),
  words("project.created", "Projects", "Project created", "created a project"),
  words("project.started", "Projects", "Project started", "started a project"),
  words("project.archived", "Projects", "Project archived", "archived a project"),
  words("control.applicabilitySet", "Projects", "Control's applicability decided", "decided whether a control applies"),
  words("company.created", "Company", "Company founded", "founded the company"),
  words("company.renamed", "Company", "Company renamed", "renamed the company"),
  words("company.policyChanged", "Company", "Policy changed", "changed the company's policy", "security"),
  words(
    "company.deletionRequested",
    "Company",
    "Deletion asked for",
    "asked for the company to be deleted",
    "security",
  ),
  words("company.deletionCancelled", "Company", "Deletion called off", "called off the company's deletion", "security"),
  words("company.transferred", "People", "Ownership handed over", "handed the company over", "people"),
  words("invitation.created", "People", "Person invited", "invited somebody"),
  words("invitation.renewed", "People", "Invitation renewed", "renewed an invitation"),
  words("invitation.cancelled", "People", "Invitation cancelled", "cancelled an invitation"),
  words("invitation.accepted", "People", "Invitation accepted", "joined the company", "people"),
  words("member.roleChanged", "People", "Role changed", "changed somebody's role", "people"),
  words("member.removed", "People", "Member removed", "removed somebody", "people"),
  words("member.left", "People", "Member left", "left the company", "people"),
  words("connection.connected", "Integrations", "Provider connected", "connected a provider"),
  words("connection.disconnected", "Integrations", "Provider disconnected", "disconnected a provider"),
  words("apiToken.created", "Integrations", "API token made", "made an API token", "security"),
  words("apiToken.revoked", "Integrations", "API token revoked", "revoked an API token", "security"),
  words("webhook.created", "Integrations", "Webhook made", "made a webhook", "security"),
  words("webhook.changed", "Integrations", "Webhook changed", "changed a webhook", "security"),
  words("webhook.secretRolled", "Integrations", "Webhook's secret rolled", "rolled a webhook's secret", "security"),
  words("webhook.removed", "Integrations", "Webhook removed", "removed a webhook", "security"),
];

/**
 * Entries that no webhook is told of: they come of looking after webhooks themselves, or concern one member's mails and
 * nobody else.
 */
export const untoldEvents: readonly string[] = ["webhook.tested", "webhook.deliveryRepeated", "alerts.chosen"];

/** What somebody did, after their name; an event without words says its own name. */
export function didWords(event: string): string {
  return ledgerEvents.find((one) => one.event === event)?.did ?? `did ${event}`;
}
