import type { ProviderKey } from "#domain/provider.ts";

/** A service that a company uses and Exhibit can read. */
export interface Provider {
  readonly key: ProviderKey;
  readonly name: string;
  /** Two letters for its label. */
  readonly initials: string;
  readonly kind: string;
  /** What one account of it is called, with its article: "a GitHub organization". */
  readonly account: string;
  readonly description: string;
  /** What is read once it is connected. */
  readonly reads: readonly string[];
  /** What is never read, whatever the provider would allow. */
  readonly never: string;
  /** Shown only where the feature integrations-beta is on. */
  readonly beta?: true;
}

/** One of the providers by its key. */
export function getProvider(key: ProviderKey): Provider {
  return allProviders.find((provider) => provider.key === key)!;
}

/** The vendors of the integrations page, in its order. */
export const providers: readonly Provider[] = [
  {
    key: "github",
    name: "GitHub",
    initials: "GH",
    kind: "Source-code host",
    account: "a GitHub organization",
    description: "Branch rules, reviews and repository access.",
    reads: [
      "Branch protection and required reviews",
      "Members, owners and outside collaborators",
      "Open security alerts",
    ],
    never: "Source code, and the contents of issues.",
  },
  {
    key: "aws",
    name: "Amazon Web Services",
    initials: "AW",
    kind: "Cloud provider",
    account: "an AWS account",
    description: "Storage, identity and audit-log settings.",
    reads: [
      "Encryption and public access of storage",
      "Users, roles and their factors",
      "Audit logs, open ports and threat detection",
    ],
    never: "Objects in your buckets, and rows in your databases.",
  },
  {
    key: "google-workspace",
    name: "Google Workspace",
    initials: "GW",
    kind: "Workspace provider",
    account: "a Google Workspace",
    description: "Accounts, apps and sharing rules.",
    reads: [
      "Accounts and sign-in factors",
      "Administrators and apps that people let in",
      "Rules for sessions and sharing",
    ],
    never: "Mail, documents and calendars.",
  },
  {
    key: "microsoft-365",
    name: "Microsoft 365",
    initials: "M3",
    kind: "Workspace provider",
    account: "a Microsoft 365 tenant",
    description: "Accounts, conditional access and devices.",
    reads: ["Accounts and conditional access", "Administrators and consent to apps", "Managed devices"],
    never: "Mail, documents and chats.",
  },
  {
    key: "okta",
    name: "Okta",
    initials: "OK",
    kind: "Identity provider",
    account: "an Okta organization",
    description: "Sign-in policies, factors, applications and leavers.",
    reads: ["Sign-in policies and factors", "Administrators and application assignments", "Deactivated accounts"],
    never: "Passwords, and the keys of factors.",
  },
  {
    key: "jira",
    name: "Jira",
    initials: "JI",
    kind: "Issue tracker",
    account: "a Jira site",
    description: "Change tickets, approvals and permissions.",
    reads: [
      "Change tickets, access requests and their approvals",
      "Tickets of leavers and vulnerabilities, and their dates",
      "Administrators and permission schemes",
    ],
    never: "Attachments, and projects you did not choose.",
    beta: true,
  },
];

/** Exhibit itself: offered to nobody but who runs the installation. */
export const ownInstallation: Provider = {
  key: "installation",
  name: "This installation",
  initials: "EX",
  kind: "Exhibit itself",
  account: "an Exhibit installation",
  description: "Backups, upgrades and platform admins of this server.",
  reads: ["Backups and restore tests", "Checks of stored files, and upgrades", "Platform admins and what they did"],
  never: "Anything of a company.",
};

/** Everything that can be connected. */
export const allProviders: readonly Provider[] = [...providers, ownInstallation];
