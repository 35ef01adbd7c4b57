import type { SystemKind } from "#domain/system-kinds.ts";

/** The kinds of systems that checks ask about; a system of a company can be of several, as Google Workspace is idp and office. */
export const systemKinds = {
  idp: { label: "Identity provider", examples: "Okta, Microsoft Entra ID, Google Workspace" },
  office: { label: "Email and documents", examples: "Google Workspace, Microsoft 365" },
  code: { label: "Code hosting", examples: "GitHub, GitLab, Bitbucket" },
  cloud: { label: "Cloud account", examples: "AWS, Google Cloud, Azure" },
  k8s: { label: "Kubernetes cluster", examples: "EKS, GKE, AKS, your own" },
  tracker: { label: "Issue tracker", examples: "Jira, Linear, GitHub Issues" },
  chat: { label: "Chat", examples: "Slack, Microsoft Teams" },
  mdm: { label: "Device management", examples: "Intune, Jamf, Kandji, Fleet" },
  edr: { label: "Endpoint protection", examples: "CrowdStrike, Microsoft Defender, SentinelOne" },
  vault: { label: "Password manager", examples: "1Password, Bitwarden" },
  hr: { label: "HR system", examples: "BambooHR, Rippling, Gusto" },
  training: { label: "Training", examples: "KnowBe4, an online course" },
  practice: { label: "Practice management", examples: "Clio, NetDocuments, iManage" },
  edge: { label: "CDN or firewall service", examples: "Cloudflare, Fastly" },
  paas: { label: "Application hosting", examples: "Vercel, Heroku, Render" },
  data: { label: "Hosted database", examples: "Supabase, Snowflake, MongoDB Atlas" },
  monitor: { label: "Monitoring", examples: "Datadog, Grafana, Sentry" },
  oncall: { label: "On-call", examples: "PagerDuty, Opsgenie" },
  site: { label: "Public website or API", examples: "Your own domains" },
  scanner: { label: "Scanner", examples: "Trivy, Semgrep, a scanning service" },
} as const satisfies Readonly<Record<SystemKind, { readonly label: string; readonly examples: string }>>;

export type { SystemKind } from "#domain/system-kinds.ts";
