import { findEvent } from "#domain/events/index.ts";
import type { Act } from "#domain/events/index.ts";
import { allProviders } from "./providers.ts";

const providerName = (key: string) => allProviders.find((provider) => provider.key === key)?.name;

/** The end of the sentence about an event; one that this version has no words for is named as it is. */
export function sayEvent(event: string, act: Omit<Act, "providerName">): string {
  const said = findEvent(event)?.sentence({ ...act, providerName }) ?? `did what the ledger calls ${event}`;
  const { token } = act.details;
  return typeof token === "string" ? `${said}, through the API token ${token === "" ? "" : `“${token}”`}` : said;
}

const settings = () => "/dashboard/settings";
const integrations = () => "/dashboard/settings?tab=integrations";
const item = (id: string) => `/dashboard/evidence?item=${id}`;

/** The kinds of events one can look for, by the noun of the event: the word a person reads, and the page of what it was about. */
export const activityKinds: readonly {
  readonly key: string;
  readonly label: string;
  readonly page?: (subject: string) => string;
}[] = [
  { key: "evidence", label: "Evidence filed", page: item },
  { key: "import", label: "Reports imported", page: item },
  { key: "matter", label: "Matters", page: (id) => `/dashboard/matters/${id}` },
  { key: "control", label: "Controls", page: (id) => `/dashboard/controls/${id}` },
  { key: "document", label: "Documents", page: (id) => `/dashboard/controls/${id}` },
  { key: "system", label: "Systems", page: () => "/dashboard/systems" },
  { key: "record", label: "Registers", page: () => "/dashboard/program" },
  { key: "hold", label: "Legal holds", page: (subject) => `/dashboard/program/legal-holds?record=${subject}` },
  { key: "staff", label: "Staff portal", page: () => "/dashboard/program/people" },
  { key: "training", label: "Training", page: () => "/dashboard/program/training" },
  { key: "policy", label: "Policies", page: (id) => `/dashboard/program/policies/${id}` },
  { key: "library", label: "Policy library", page: () => "/dashboard/program/policies" },
  { key: "review", label: "Access reviews" },
  { key: "calendar", label: "Task calendars" },
  { key: "task", label: "Tasks", page: () => "/dashboard/program" },
  { key: "project", label: "Projects", page: (id) => `/dashboard/projects/${id}` },
  { key: "member", label: "Members", page: settings },
  { key: "invitation", label: "Invitations", page: settings },
  { key: "company", label: "Company", page: settings },
  { key: "ledger", label: "Ledger" },
  { key: "onboarding", label: "Organization profile", page: () => "/dashboard/onboarding" },
  { key: "audit", label: "Auditors" },
  { key: "connection", label: "Connections", page: (id) => `/dashboard/integrations?manage=${id}` },
  { key: "apiToken", label: "API tokens", page: integrations },
  { key: "pipeline", label: "Pipelines", page: integrations },
  { key: "mapping", label: "CSV mappings" },
  { key: "webhook", label: "Webhooks", page: integrations },
  { key: "export", label: "Reports exported", page: () => "/dashboard/exports" },
  { key: "activity", label: "Activity exported" },
  { key: "portal", label: "Public portal" },
  { key: "alert", label: "Alerts" },
  { key: "alerts", label: "Notifications" },
  { key: "rights", label: "Rights that ended" },
  { key: "limit", label: "Limits" },
];

/** The page of what an event was about; undefined where there is none. */
export function pageOfSubject(event: string, subject: string): string | undefined {
  const noun = event.split(".", 1)[0];
  return activityKinds.find(({ key }) => key === noun)?.page?.(subject);
}
