import { can } from "./access.ts";
import type { CompanyRole } from "./company-roles.ts";
import { permissions } from "./permissions.ts";
import type { CompanyAction, Permission } from "./permissions.ts";

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
  "registers:write": { label: "Manage records", note: "Add, change, end and import records of registers." },
  "connections:write": { label: "Manage connections", note: "Connect and disconnect providers." },
} as const satisfies Record<string, { label: string; note: string }>;

export type TokenScope = keyof typeof tokenScopes;

export const tokenScopeKeys = Object.keys(tokenScopes) as readonly TokenScope[];

/** The scope an action needs of a token; "never" where no token will do, and for an action nobody has heard of. */
export function scopeOf(action: CompanyAction): TokenScope | "never" {
  const known: Permission | undefined = permissions[action];
  return known?.scope ?? "never";
}

/** Whether a token with these scopes may do something for a maker who has this role now. */
export function tokenCan(scopesOfToken: readonly TokenScope[], role: CompanyRole, action: CompanyAction): boolean {
  const needed = scopeOf(action);
  return needed !== "never" && scopesOfToken.includes(needed) && can(role, action);
}

/** For how many days a token may last; there is none without an end. */
export const tokenLifetimes = [7, 30, 90, 365] as const;
