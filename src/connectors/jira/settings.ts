import * as z from "zod";
import { isTimeZone } from "#domain/working-days.ts";
import type { SettingField, Settings } from "../connector.ts";

const jql = z
  .string()
  .max(2_000)
  .refine((text) => !/\border\s+by\b/i.test(text), "Leave out ORDER BY: the order does not matter here.")
  .default("");
const names = z.array(z.string().min(1).max(200)).max(50);

/** What Jira cannot know: which tickets mean what. Without its JQL a check does not apply, and says so. */
export const settings = z.strictObject({
  changeJql: jql,
  accessJql: jql,
  leaverJql: jql,
  vulnerabilityJql: jql,
  approvalStatuses: names.default([]),
  serviceDeskApprovals: z.boolean().default(false),
  requiredFields: z
    .array(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, "Enter ids of fields, such as customfield_10042."))
    .max(20)
    .default([]),
  limits: z
    .array(z.string().regex(/^[^:]{1,60}:\s*\d{1,4}$/, "Enter a priority, a colon and days, such as High: 30."))
    .max(20)
    .default(["Highest: 14", "High: 30", "Medium: 90", "Low: 180", "Lowest: 180"]),
  timeZone: z.string().refine(isTimeZone, "Enter a time zone, such as America/New_York.").default("UTC"),
  adminGroups: names.default([]),
  days: z.number().int().min(7).max(365).default(90),
});

export type JiraSettings = z.infer<typeof settings>;

/** Settings as they were stored, with defaults for what was never set. */
export function settingsOf(stored: Settings): JiraSettings {
  return settings.parse(stored);
}

const field = (name: keyof JiraSettings, label: string, help: string, kind: SettingField["kind"]): SettingField => ({
  name,
  label,
  help,
  kind,
});

export const settingFields: readonly SettingField[] = [
  field("changeJql", "Change tickets", "JQL that finds them, such as project = CHG and type = Change.", "text"),
  field("accessJql", "Access requests", "JQL that finds requests for new access.", "text"),
  field("leaverJql", "Leaver tickets", "JQL that finds tickets for people who leave.", "text"),
  field("vulnerabilityJql", "Vulnerability tickets", "JQL that finds tickets for weaknesses to be fixed.", "text"),
  field(
    "approvalStatuses",
    "Statuses that mean approved",
    "Names, one a line: whoever moves a ticket there approves it.",
    "lines",
  ),
  field("serviceDeskApprovals", "Approvals of Jira Service Management", "Count its approvals, too.", "switch"),
  field(
    "requiredFields",
    "Fields of a change ticket",
    "Ids of fields for risk, plan and rollback, one a line.",
    "lines",
  ),
  field(
    "limits",
    "Days to fix a vulnerability",
    "A priority, a colon and days, one a line, such as High: 30.",
    "lines",
  ),
  field("timeZone", "Time zone", "For working days: Saturdays and Sundays there do not count.", "text"),
  field("adminGroups", "Administrator groups", "Names, one a line; empty for those that Jira itself names.", "lines"),
  field("days", "Days to look back", "Tickets that were not touched for longer are not read.", "number"),
];
