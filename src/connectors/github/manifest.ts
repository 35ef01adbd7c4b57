import type { Manifest, Scope } from "../connector.ts";
import { kinds } from "./kinds.ts";
import { methods } from "./methods.ts";
import { settingFields, settings } from "./settings.ts";

/** Permissions of a GitHub App, as its installation lists them, each with its level. */
const required: readonly Scope[] = [
  { name: "metadata:read", reads: "the list of repositories and who may do what in them" },
  { name: "administration:read", reads: "branch rules and security settings of repositories" },
  { name: "pull_requests:read", reads: "who approved which merged pull request" },
  { name: "members:read", reads: "members and outside collaborators of the organization" },
  { name: "organization_administration:read", reads: "security settings of the organization" },
];

const optional: readonly Scope[] = [
  { name: "vulnerability_alerts:read", reads: "open alerts about vulnerable dependencies" },
  { name: "secret_scanning_alerts:read", reads: "open alerts about exposed secrets, without the secrets" },
  { name: "security_events:read", reads: "when code scanning last ran" },
];

export const manifest: Manifest = {
  id: "github",
  version: 2,
  methods,
  endpoints: {
    // With the installation's token, or the one that was typed; below /app with the JWT of the App itself.
    api: { origin: "https://api.github.com" },
    web: { origin: "https://github.com" },
  },
  scopes: {
    required,
    optional,
    forbidden: [
      /:(?:write|admin)$/,
      // Scopes of classic tokens: all but those that begin with "read:" can change something.
      /^(?:repo|public_repo|repo_deployment|repo:.+|security_events|workflow|gist|user|user:follow|notifications|project)$/,
      /^(?:admin|write|delete|manage_\w+|codespace):.+$/,
      /^(?:delete_repo|codespace|copilot|site_admin)$/,
    ],
  },
  budget: { requests: 5_000, perSeconds: 3_600, atOnce: 4 },
  limited: (status, body) => status === 403 && /secondary rate limit|abuse detection|rate limit exceeded/i.test(body),
  kinds,
  settings,
  settingFields,
};
