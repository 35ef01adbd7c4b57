/** Something a person issues in a company, or for the installation, that goes on working by itself. */
export interface IssuedKind {
  readonly kind: string;
  /** The table its rows are in, and the column that names who issued one. */
  readonly table: string;
  readonly issuer: string;
  /** As a list names a single issued item, and several. */
  readonly single: string;
  readonly many: string;
  /** What becomes of it when the rights of its issuer end. */
  readonly ends: string;
  /** Whether another admin can confirm it, and is its issuer from then on; what that is called. */
  readonly keep: string | null;
  /** What the person who confirms it should know. */
  readonly warns?: string;
}

/**
 * Everything a person can issue. It ends with their rights in the transaction that ends them, unless another admin confirms
 * it there (`app.issued`, `app.end_issued`, `app.take_over_issued`). The dialogs and the mail to the owners are made from
 * this list; tests/contracts/issued.test.ts compares it with the database, and with every column that names a person.
 */
export const issuedKinds = [
  {
    kind: "invitation",
    table: "app.company_invitations",
    issuer: "invited_by",
    single: "Invitation",
    many: "Invitations",
    ends: "cancelled",
    keep: "Keep open",
  },
  {
    kind: "api-token",
    table: "app.api_tokens",
    issuer: "created_by",
    single: "API token",
    many: "API tokens",
    ends: "revoked",
    keep: "Keep valid",
    warns: "They may have copied this token.",
  },
  {
    kind: "pipeline",
    table: "app.pipelines",
    issuer: "created_by",
    single: "Pipeline",
    many: "Pipelines",
    ends: "no longer trusted",
    keep: "Keep trusted",
  },
  {
    kind: "webhook",
    table: "app.webhooks",
    issuer: "created_by",
    single: "Webhook",
    many: "Webhooks",
    ends: "turned off",
    keep: "Keep on",
    warns: "It keeps sending to an address they chose.",
  },
  {
    kind: "connection",
    table: "app.connections",
    issuer: "connected_by",
    single: "Connection",
    many: "Connections",
    ends: "paused until an admin confirms it",
    keep: "Keep collecting",
  },
  {
    kind: "unfinished-connection",
    table: "app.connections",
    issuer: "created_by",
    single: "Unfinished connection",
    many: "Unfinished connections",
    ends: "cancelled",
    keep: null,
  },
  {
    kind: "reconnection",
    table: "app.link_attempts",
    issuer: "user_id",
    single: "Reconnection in progress",
    many: "Reconnections in progress",
    ends: "cancelled",
    keep: null,
  },
  {
    kind: "export",
    table: "app.exports",
    issuer: "requested_by",
    single: "Export in progress",
    many: "Exports in progress",
    ends: "cancelled",
    keep: null,
  },
] as const satisfies readonly IssuedKind[];

export type IssuedKindKey = (typeof issuedKinds)[number]["kind"];

export const issuedKindKeys = issuedKinds.map(({ kind }) => kind) as readonly IssuedKindKey[] as [
  IssuedKindKey,
  ...IssuedKindKey[],
];

/** How a kind is named and ended. */
export function issuedKind(kind: IssuedKindKey): IssuedKind {
  return issuedKinds.find((each) => each.kind === kind)!;
}

/** Issued for the installation and not in a company: it ends when its issuer no longer runs the installation. */
export const issuedForInstallation = [
  {
    kind: "sign-up-invitation",
    table: "app.sign_up_invitations",
    issuer: "invited_by",
    single: "Invitation to sign up",
    many: "Invitations to sign up",
    ends: "cancelled",
    keep: null,
  },
] as const satisfies readonly IssuedKind[];

/** Why somebody's rights ended, as the database names it, in the words of the mail. */
export const endedBecause = {
  removed: "was removed from the company",
  left: "left the company",
  "role changed": "is no longer an admin",
  suspended: "was suspended",
  "account disabled": "can no longer sign in: a platform admin disabled the account",
  "account limited": "is no longer an admin: a platform admin limited the account",
} as const;

export type EndedBecause = keyof typeof endedBecause;
