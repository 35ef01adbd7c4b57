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
