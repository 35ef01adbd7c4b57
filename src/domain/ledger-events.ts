/** Something a company's ledger says happened, as people choose it from a list. */
interface LedgerEventWords {
  readonly event: string;
  readonly group: EventGroup;
  /** As a list names it. */
  readonly label: string;
  /** Which mails it belongs to; none without it. */
  readonly alert?: AlertKind;
}

type EventGroup = "Evidence" | "Projects" | "Controls" | "Company" | "People" | "Audits" | "Integrations";

/** What members can ask to be mailed about. A kind is on by default for owners and admins, or for nobody. */
export const alertKinds = {
  gaps: {
    label: "Failing controls",
    note: "A control fails, or passes again after that.",
    onForManagers: true,
  },
  expiry: {
    label: "Expiring evidence",
    note: "What a control rests on counts for 14 days, then for one day more, or no longer.",
    onForManagers: true,
  },
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
  limits: {
    label: "Limits",
    note: "Four fifths of a limit are used, or all of it.",
    onForManagers: true,
  },
  audits: { label: "Audits", note: "An auditor asked the company for evidence.", onForManagers: true },
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

const words = (event: string, group: EventGroup, label: string, alert?: AlertKind): LedgerEventWords => ({
  event,
  group,
  label,
  ...(alert && { alert }),
});

/** Every event, in the order in which people choose among them. */
export const ledgerEvents: readonly LedgerEventWords[] = [
  words("evidence.filed", "Evidence", "Evidence filed"),
  words("evidence.privilegeLifted", "Evidence", "Privilege of an item lifted"),
  words("import.judged", "Evidence", "Imported report judged"),
  words("import.failed", "Evidence", "Imported report not judged", "failures"),
  words("export.created", "Evidence", "Bundle made", "exports"),
  words("export.sealed", "Evidence", "Bundle sealed"),
  words("export.cancelled", "Evidence", "Bundle cancelled"),
  words("activity.exported", "Evidence", "Activity exported", "exports"),
  words("company.recordsExported", "Evidence", "Company's records exported", "exports"),
  words("project.created", "Projects", "Project created"),
  words("project.started", "Projects", "Project started"),
  words("project.renamed", "Projects", "Project renamed"),
  words("project.windowSet", "Projects", "Audit window set"),
  words("project.archived", "Projects", "Project archived"),
  words("project.restored", "Projects", "Project restored"),
  words("control.assigned", "Projects", "Control's owner or due date set"),
  words("control.noted", "Projects", "Note written about a control"),
  words("control.noteStruck", "Projects", "Note about a control struck out"),
  words("control.applicabilitySet", "Projects", "Control's applicability decided"),
  words("control.failing", "Controls", "Control failing"),
  words("control.passing", "Controls", "Control passing"),
  words("control.needsEvidence", "Controls", "Control needs evidence"),
  words("control.notApplicable", "Controls", "Control not applicable"),
  words("alert.acknowledged", "Controls", "Alert acknowledged"),
  words("company.renamed", "Company", "Company renamed"),
  words("onboarding.submitted", "Company", "Organization profile submitted"),
  words("company.policyChanged", "Company", "Policy changed", "security"),
  words("ledger.lossAccepted", "Company", "Ledger begun again after a loss", "security"),
  words("portal.changed", "Company", "Public portal changed", "security"),
  words("company.deletionRequested", "Company", "Deletion asked for", "security"),
  words("company.deletionCancelled", "Company", "Deletion called off", "security"),
  words("limit.near", "Company", "Limit nearly reached", "limits"),
  words("limit.reached", "Company", "Limit reached", "limits"),
  words("company.transferred", "People", "Ownership handed over", "people"),
  words("invitation.created", "People", "Person invited"),
  words("invitation.renewed", "People", "Invitation renewed"),
  words("invitation.cancelled", "People", "Invitation cancelled"),
  words("invitation.accepted", "People", "Invitation accepted", "people"),
  words("member.roleChanged", "People", "Role changed", "people"),
  words("member.removed", "People", "Member removed", "people"),
  words("member.left", "People", "Member left", "people"),
  words("rights.ended", "People", "What a person issued has ended", "security"),
  words("audit.requested", "Audits", "Evidence asked for by an auditor", "audits"),
  words("audit.answered", "Audits", "Auditor's request answered"),
  words("audit.settled", "Audits", "Auditor's request settled"),
  words("audit.commented", "Audits", "Comment in an audit"),
  words("audit.sampled", "Audits", "Sample drawn by an auditor"),
  words("audit.auditorChanged", "Audits", "Auditor's scope changed"),
  words("audit.auditorEnded", "Audits", "Auditor's access ended"),
  words("audit.viewed", "Audits", "Auditor looked at something"),
  words("connection.begun", "Integrations", "Connection begun"),
  words("connection.connected", "Integrations", "Provider connected"),
  words("connection.paused", "Integrations", "Collection paused"),
  words("connection.resumed", "Integrations", "Collection resumed"),
  words("connection.asked", "Integrations", "Collection asked for"),
  words("connection.configured", "Integrations", "Connection's settings changed"),
  words("connection.collected", "Integrations", "Evidence collected"),
  words("connection.failed", "Integrations", "Collection failed"),
  words("connection.disconnected", "Integrations", "Provider disconnected"),
  words("apiToken.created", "Integrations", "API token made", "security"),
  words("apiToken.revoked", "Integrations", "API token revoked", "security"),
  words("pipeline.trusted", "Integrations", "Pipeline trusted", "security"),
  words("pipeline.removed", "Integrations", "Pipeline no longer trusted", "security"),
  words("mapping.saved", "Integrations", "CSV mapping saved"),
  words("mapping.renamed", "Integrations", "CSV mapping renamed"),
  words("mapping.removed", "Integrations", "CSV mapping removed"),
  words("webhook.created", "Integrations", "Webhook made", "security"),
  words("webhook.changed", "Integrations", "Webhook changed", "security"),
  words("webhook.secretRolled", "Integrations", "Webhook's secret rolled", "security"),
  words("webhook.removed", "Integrations", "Webhook removed", "security"),
];

/**
 * Entries that no webhook is told of: they come before any webhook, of looking after webhooks themselves, or concern one
 * member's mails and nobody else.
 */
export const untoldEvents: readonly string[] = [
  "company.created",
  // What happens within a matter is told to nobody from here.
  "matter.opened",
  "matter.renamed",
  "matter.closed",
  "matter.reopened",
  "matter.personAdded",
  "matter.personRemoved",
  "matter.logExported",
  "evidence.viewed",
  "webhook.tested",
  "webhook.deliveryRepeated",
  "alerts.chosen",
  "alert.muted",
];
