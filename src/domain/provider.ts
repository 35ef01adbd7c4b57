/** What a company can connect, in the order in which it is offered. */
export const providerKeys = ["github", "aws", "google-workspace", "microsoft-365", "okta", "jira"] as const;
export type ProviderKey = (typeof providerKeys)[number];
