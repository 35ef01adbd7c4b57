import type { Scope } from "../connector.ts";

const scope = (name: string, reads: string): Scope => ({ name, reads });

/**
 * Granular scopes, because Jira's classic ones for its audit log and groups can write as well. Each request takes all that
 * Atlassian's OpenAPI description lists for it (`x-atlassian-oauth2-scopes`), also for what its answer could hold and is left out.
 */
export const required: readonly Scope[] = [
  scope("read:issue-details:jira", "tickets that your JQL finds: status, dates, people, priority"),
  scope("read:issue-meta:jira", "what belongs to a ticket"),
  scope("read:issue.changelog:jira", "who moved a ticket to which status, and when"),
  scope("read:field-configuration:jira", "which fields tickets have"),
  scope("read:audit-log:jira", "whether Jira's audit log has new records"),
  scope("read:avatar:jira", "pictures, which come with the names and are not kept"),
  scope("read:user:jira", "names of administrators"),
  scope("read:group:jira", "who is in the administrators' groups"),
  scope("read:workflow:jira", "which statuses mean done"),
  scope("read:project:jira", "projects by name"),
  scope("read:project-category:jira", "categories of projects"),
  scope("read:project.property:jira", "properties of projects"),
  scope("read:project-version:jira", "versions of projects"),
  scope("read:project.component:jira", "components of projects"),
  scope("read:project-role:jira", "roles in projects"),
  scope("read:issue-type:jira", "types of tickets"),
  scope("read:issue-type-hierarchy:jira", "how types of tickets stack"),
  scope("read:application-role:jira", "which Jira products the site has"),
  scope("read:permission-scheme:jira", "whether strangers may browse projects"),
  scope("read:permission:jira", "names of permissions"),
  scope("read:field:jira", "names of fields"),
];

export const optional: readonly Scope[] = [
  scope("read:servicedesk-request", "approvals of Jira Service Management, if you count them"),
];

/** Classic scopes that manage or write, and granular ones of any verb but reading. */
export const forbidden: readonly RegExp[] = [/^(write|delete|manage|admin|create|update|send):/i];
