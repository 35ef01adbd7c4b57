import type { SettingField, Settings } from "../connector.ts";

/** What a company has said about its tickets; `settings.ts` has the form of each, and refuses what is none. */
export interface JiraSettings {
  readonly changeJql: string;
  readonly accessJql: string;
  readonly leaverJql: string;
  readonly vulnerabilityJql: string;
  readonly approvalStatuses: readonly string[];
  readonly serviceDeskApprovals: boolean;
  readonly requiredFields: readonly string[];
  readonly limits: readonly string[];
  readonly timeZone: string;
  readonly adminGroups: readonly string[];
  readonly days: number;
}

export const defaults: JiraSettings = {
  changeJql: "",
  accessJql: "",
  leaverJql: "",
  vulnerabilityJql: "",
  approvalStatuses: [],
  serviceDeskApprovals: false,
  requiredFields: [],
  limits: ["Highest: 14", "High: 30", "Medium: 90", "Low: 180", "Lowest: 180"],
  timeZone: "UTC",
  adminGroups: [],
  days: 90,
};

/** Settings that a run went by, with defaults for what was never set. They were read by `settings` before. */
export function settingsOf(stored: Settings): JiraSettings {
  return { ...defaults, ...stored };
}

const field = (name: keyof JiraSettings, label: string, help: string, kind: SettingField["kind"]): SettingField => ({
  name,
  label,
  help,
  kind,
});

export const settingFields: readonly SettingField[] = [
  field("changeJql", "Change tickets", "JQL by projects and types, such as project = CHG and type = Change.", "text"),
  field("accessJql", "Access requests", "JQL by projects and types that finds requests for new access.", "text"),
  field("leaverJql", "Leaver tickets", "JQL that finds tickets for people who leave.", "text"),
  field("vulnerabilityJql", "Vulnerability tickets", "JQL that finds tickets for weaknesses to be fixed.", "text"),
  field(
    "approvalStatuses",
    "Statuses that mean approved",
    "Names, one a line. Somebody who moves a ticket there approves it, unless it is theirs as reporter or assignee.",
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
  field("days", "Days to look back", "At least 90. Tickets that were not touched for longer are not read.", "number"),
];
