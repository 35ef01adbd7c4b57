import type { SystemKind } from "./system-kinds.ts";

/** The vendors whose accounts a company can connect, in the order in which they are offered. */
export const vendorKeys = ["github", "aws", "google-workspace", "microsoft-365", "okta", "jira"] as const;

/** What can be connected: vendors, and the installation itself by who runs it. */
export const providerKeys = [...vendorKeys, "installation"] as const;
export type ProviderKey = (typeof providerKeys)[number];

/** The kinds of system that an account at each provider is. */
export const systemsOfProvider: Readonly<Record<ProviderKey, readonly SystemKind[]>> = {
  github: ["code"],
  aws: ["cloud"],
  "google-workspace": ["idp", "office"],
  "microsoft-365": ["idp", "office"],
  okta: ["idp"],
  jira: ["tracker"],
  installation: ["data"],
};

/** Whether a text is a provider that this version knows. */
export const isProviderKey = (text: string): text is ProviderKey => (providerKeys as readonly string[]).includes(text);
