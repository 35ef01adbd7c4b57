import type { LinkMethod } from "../link-method.ts";

/**
 * The installation's own App. Its installation tokens live an hour. `installation_id` in the vendor's answer is the browser's
 * word: it counts once GitHub says, asked with the token of this OAuth part, that this person owns its organization. It is then
 * kept as the typed fact `installationId`.
 */
const app: LinkMethod = {
  id: "app",
  kind: "github-app",
  title: "Install the GitHub App",
  explanation:
    "GitHub asks an owner of your organization to install our app and to choose its repositories. The app can only read, and it has no access to source code. Exhibit holds no password and no lasting token: it asks GitHub for a new one each time, which ends after an hour.",
  instructions: [
    "Sign in to GitHub as an owner of the organization.",
    "Choose all repositories: what you leave out is not checked, and does not count as checked.",
    "Read the list of permissions, which are all for reading, and choose Install.",
  ],
  fields: [],
  settings: [
    "GITHUB_APP_ID",
    "GITHUB_APP_SLUG",
    "GITHUB_APP_PRIVATE_KEY",
    "GITHUB_APP_CLIENT_ID",
    "GITHUB_APP_CLIENT_SECRET",
  ],
  oauth: {
    authorize: { endpoint: "web", path: "/login/oauth/authorize" },
    token: { endpoint: "web", path: "/login/oauth/access_token" },
    // The rights of a GitHub App stand in the App; its user tokens have no scopes.
    scopes: [],
    parameters: {},
    rotates: true,
    clientId: "GITHUB_APP_CLIENT_ID",
    clientSecret: "GITHUB_APP_CLIENT_SECRET",
  },
};

const token: LinkMethod = {
  id: "token",
  kind: "token",
  title: "Use a fine-grained token",
  explanation:
    "You make a token that can only read, and paste it here. Exhibit keeps it sealed and never shows it again. GitHub does not tell us what a fine-grained token may do, so check its permissions before you paste it; a classic token that can write is refused.",
  instructions: [
    "In GitHub open Settings, Developer settings, Personal access tokens, Fine-grained tokens, and choose Generate new token: https://github.com/settings/personal-access-tokens/new",
    "Choose the organization as resource owner, an expiration date, and all repositories.",
    "Under repository permissions choose Read-only for Administration, Code scanning alerts, Dependabot alerts, Metadata, Pull requests and Secret scanning alerts.",
    "Under organization permissions choose Read-only for Administration and Members.",
    "Leave every other permission at No access, generate the token, and paste it below.",
  ],
  fields: [
    {
      name: "organization",
      label: "Organization",
      help: "Its name as it stands in its address: github.com/name.",
      placeholder: "hollis-and-marsh",
      secret: false,
      pattern: /^[A-Za-z0-9](?:[A-Za-z0-9]|-(?=[A-Za-z0-9])){0,38}$/,
      message: "Enter the organization's name alone, without github.com.",
    },
    {
      name: "token",
      label: "Token",
      help: "It is shown once, right after you generate it.",
      placeholder: "github_pat_",
      secret: true,
      pattern: /^(?:github_pat_|ghp_)[A-Za-z0-9_]{20,255}$/,
      message: "This is no GitHub token. A fine-grained one begins with github_pat_.",
    },
  ],
  settings: [],
};

export const methods: readonly LinkMethod[] = [app, token];
