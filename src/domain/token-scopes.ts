import { can } from "./access.ts";
import type { CompanyAction, CompanyRole } from "./access.ts";

/** What an API token may be for, as its maker chooses. */
export const tokenScopes = {
  read: {
    label: "Read",
    note: "Projects, controls, evidence and files, members, activity; download bundles. Changes nothing.",
  },
  "exports:write": { label: "Make bundles", note: "Make bundles for auditors." },
  "evidence:write": { label: "File evidence", note: "Add evidence." },
  "imports:write": { label: "Import reports", note: "Import reports of other tools, and nothing else." },
  "projects:write": {
    label: "Manage projects",
    note: "Create, start and archive projects, decide which controls apply, plan and note work.",
  },
  "connections:write": { label: "Manage connections", note: "Connect and disconnect providers." },
} as const satisfies Record<string, { label: string; note: string }>;

export type TokenScope = keyof typeof tokenScopes;

export const tokenScopeKeys = Object.keys(tokenScopes) as readonly TokenScope[];

// "never": who is a member, what protects the company and what opens it is for people, and so is its end. An action that
// is missing here does not compile.
const scopes: Readonly<Record<CompanyAction, TokenScope | "never">> = {
  "company.read": "read",
  "limits.read": "read",
  "company.rename": "never",
  "company.changePolicy": "never",
  "company.export": "never",
  "company.transfer": "never",
  "company.delete": "never",
  "members.read": "read",
  "members.invite": "never",
  "members.remove": "never",
  "members.changeRole": "never",
  "members.leave": "never",
  "invitations.read": "read",
  "onboarding.read": "read",
  "onboarding.answer": "never",
  "projects.read": "read",
  "projects.create": "projects:write",
  "projects.start": "projects:write",
  "projects.rename": "projects:write",
  "projects.setWindow": "projects:write",
  "projects.archive": "projects:write",
  "controls.read": "read",
  "controls.setApplicability": "projects:write",
  "controls.readHistory": "read",
  "controls.readWork": "read",
  "controls.assign": "projects:write",
  "controls.note": "projects:write",
  "evidence.read": "read",
  "evidence.file": "evidence:write",
  "imports.create": "imports:write",
  "matters.read": "never",
  "matters.manage": "never",
  "auditors.manage": "never",
  "audit.read": "never",
  "audit.answer": "never",
  "audit.comment": "never",
  "audit.ask": "never",
  "connections.manage": "connections:write",
  "connections.collect": "connections:write",
  "exports.create": "exports:write",
  "activity.read": "read",
  "activity.export": "never",
  "apiTokens.manage": "never",
  "webhooks.manage": "never",
  "alerts.read": "read",
  "alerts.acknowledge": "never",
  "portal.manage": "never",
  "alerts.choose": "never",
};

/** The scope an action needs of a token; "never" where no token will do, and for an action nobody has heard of. */
export function scopeOf(action: CompanyAction): TokenScope | "never" {
  return scopes[action] ?? "never";
}

/** Whether a token with these scopes may do something for a maker who has this role now. */
export function tokenCan(scopesOfToken: readonly TokenScope[], role: CompanyRole, action: CompanyAction): boolean {
  const needed = scopeOf(action);
  return needed !== "never" && scopesOfToken.includes(needed) && can(role, action);
}

/** For how many days a token may last; there is none without an end. */
export const tokenLifetimes = [7, 30, 90, 365] as const;
