import { accountRequirements } from "./asvs-accounts.ts";
import { operationRequirements } from "./asvs-operation.ts";
import { tokenRequirements } from "./asvs-tokens.ts";
import { webRequirements } from "./asvs-web.ts";
import { accounts, invitations, tenancy } from "./checklist-accounts.ts";
import { content, operation, outbound, secrets } from "./checklist-content.ts";
import { browserBoundary, requests } from "./checklist-web.ts";
import { states } from "./proof.ts";
import type { AsvsRequirement, ChecklistItem, Proof, State } from "./proof.ts";

/** Our own list of what has to hold, in parts: docs/security/checklist.md is made of it. */
export const checklist: readonly { readonly title: string; readonly items: readonly ChecklistItem[] }[] = [
  { title: "Browser boundary and headers", items: browserBoundary },
  { title: "Cookies, foreign requests and HTTP", items: requests },
  { title: "Signing in, recovery and automation", items: accounts },
  { title: "Companies and who may do what", items: tenancy },
  { title: "Invitations", items: invitations },
  { title: "Files, evidence and exports", items: content },
  { title: "Connectors, webhooks and mail", items: outbound },
  { title: "Cryptography, secrets and what a release is made of", items: secrets },
  { title: "Input, records, errors and resources", items: operation },
];

/** OWASP ASVS 5.0.0, levels 1 and 2: docs/security/asvs.md is made of it. */
export const asvs: readonly { readonly title: string; readonly requirements: readonly AsvsRequirement[] }[] = [
  "V1 Encoding and sanitization",
  "V2 Validation and business logic",
  "V3 Web frontend",
  "V4 API and web service",
  "V5 File handling",
  "V6 Authentication",
  "V7 Session management",
  "V8 Authorization",
  "V9 Self-contained tokens",
  "V10 OAuth and OIDC",
  "V11 Cryptography",
  "V12 Secure communication",
  "V13 Configuration",
  "V14 Data protection",
  "V15 Secure coding and architecture",
  "V16 Security logging and error handling",
  "V17 WebRTC",
].map((title) => ({ title, requirements: requirementsOf(title.slice(1, title.indexOf(" "))) }));

/**
 * How many rows are shown, to the row. Whoever shows more raises a number; whoever shows less lowers it on purpose, where a
 * review sees it.
 */
export const committed = { checklist: 66, asvs: 123 };

/** How many rows are in each state. */
export function countStates(rows: readonly Proof[]): Record<State, number> {
  const count = (state: State) => rows.filter((row) => row.state === state).length;
  return Object.fromEntries(states.map((state) => [state, count(state)])) as Record<State, number>;
}

function requirementsOf(chapter: string): readonly AsvsRequirement[] {
  return [...webRequirements, ...accountRequirements, ...tokenRequirements, ...operationRequirements].filter(({ id }) =>
    id.startsWith(`${chapter}.`),
  );
}
