/** What members can ask to be mailed about. A kind is on by default for everybody, for owners and admins, or for nobody. */
export const alertKinds = {
  gaps: {
    label: "Failing controls",
    note: "A control fails, or passes again after that.",
    onForManagers: true,
  },
  expiry: {
    label: "Expiring evidence",
    note: "A control's evidence expires in 14 days, in 1 day, or has expired.",
    onForManagers: true,
  },
  people: {
    label: "People",
    note: "Someone joined, left, was removed, changed roles or became the owner.",
    onForManagers: true,
  },
  security: {
    label: "Security",
    note: "Someone changed the company's policy, API tokens or webhooks, or requested its deletion.",
    onForManagers: true,
  },
  limits: {
    label: "Limits",
    note: "A limit reached 80% or 100%.",
    onForManagers: true,
  },
  files: {
    label: "Damaged files",
    note: "A stored file was found damaged, or is whole again.",
    onForManagers: true,
  },
  audits: { label: "Audits", note: "An auditor asked the company for evidence.", onForManagers: true },
  documents: {
    label: "Returned documents",
    note: "A reviewer returned a document that you filed.",
    onForManagers: true,
    /** It is about what a person did themselves, so it is on for everybody. */
    onForEveryone: true,
  },
  exports: { label: "Exports", note: "Someone exported a bundle or company records.", onForManagers: false },
  failures: {
    label: "Failed imports",
    note: "An imported report could not be evaluated.",
    onForManagers: false,
    /** Work in the background failed: who started it is told, too. */
    toActor: true,
  },
} as const satisfies Record<
  string,
  { label: string; note: string; onForManagers: boolean; onForEveryone?: boolean; toActor?: boolean }
>;

export type AlertKind = keyof typeof alertKinds;

export const alertKindKeys = Object.keys(alertKinds) as readonly AlertKind[];
