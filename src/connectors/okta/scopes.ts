import type { Scope } from "../connector.ts";

/**
 * Asked for together: Okta refuses a token altogether when one of them is not granted, so all are required. What we see
 * is bounded by the admin role as well.
 */
export const required: readonly Scope[] = [
  { name: "okta.orgs.read", reads: "the name of your organization, and whether Okta's support may sign in" },
  { name: "okta.users.read", reads: "accounts, when they last signed in, and their factors, without the keys" },
  { name: "okta.roles.read", reads: "who is an administrator" },
  { name: "okta.policies.read", reads: "rules for passwords, sessions and second factors" },
  { name: "okta.apps.read", reads: "applications and who is assigned to them" },
  { name: "okta.apiTokens.read", reads: "API tokens by name, owner and network" },
  { name: "okta.logStreams.read", reads: "where the system log is streamed to" },
  { name: "okta.appGrants.read", reads: "what our own service app was granted" },
];

export const scopeNames: readonly string[] = required.map(({ name }) => name);

/** Scopes that can change something, and admin roles that can: a token of Okta does whatever its owner can. */
export const forbidden: readonly RegExp[] = [/^okta\.(?:[^.]+\.)+manage(?:\.|$)/, /^role:(?!READ_ONLY_ADMIN$).+$/];
