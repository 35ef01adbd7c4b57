import type { LinkField, LinkMethod } from "../link-method.ts";
import { optional, required } from "./scopes.ts";

const site: LinkField = {
  name: "site",
  label: "Jira site",
  help: "The host in the address of your Jira.",
  placeholder: "your-firm.atlassian.net",
  secret: false,
  pattern: /^[a-z0-9-]+\.atlassian\.net$/,
  message: "Enter the host alone, such as your-firm.atlassian.net.",
};

/** Consent of an administrator first; a token of a user where the installation has no application at Atlassian. */
export const methods: readonly LinkMethod[] = [
  {
    id: "oauth",
    kind: "oauth2",
    title: "Sign in with Atlassian",
    explanation:
      "An administrator of Jira signs in at Atlassian and consents once, to reading alone. Exhibit holds a token that Atlassian changes with every use; you withdraw the consent under Connected apps in your Atlassian account.",
    instructions: ["At Atlassian choose the site that you enter here, and accept."],
    fields: [site],
    settings: ["ATLASSIAN_CLIENT_ID", "ATLASSIAN_CLIENT_SECRET"],
    oauth: {
      authorize: { endpoint: "auth", path: "/authorize" },
      token: { endpoint: "auth", path: "/oauth/token" },
      scopes: [...required.map(({ name }) => name), ...optional.map(({ name }) => name), "offline_access"],
      parameters: { audience: "api.atlassian.com", prompt: "consent" },
      rotates: true,
      clientId: "ATLASSIAN_CLIENT_ID",
      clientSecret: "ATLASSIAN_CLIENT_SECRET",
    },
  },
  {
    id: "api-token",
    kind: "basic",
    title: "Use an API token",
    explanation:
      "You make an API token for a user who may see what is checked, and paste it here. Exhibit seals it at once and only reads with it, but at Atlassian such a token can do whatever its user can: give it to a user of its own.",
    instructions: [
      "Sign in to Atlassian as a user with the global permission Administer Jira.",
      "Open https://id.atlassian.com/manage-profile/security/api-tokens and create an API token.",
      "Copy it into the field below, with the address of that user.",
    ],
    fields: [
      site,
      {
        name: "email",
        label: "Email address",
        help: "Of the user whose token it is.",
        placeholder: "you@your-firm.com",
        secret: false,
        pattern: /^[^\s@:]{1,64}@[^\s@:]{1,190}$/,
        message: "Enter the email address of the token's user.",
      },
      {
        name: "token",
        label: "API token",
        help: "Shown once, when it is made.",
        placeholder: "",
        secret: true,
        pattern: /^[\x21-\x7e]{20,400}$/,
        message: "Paste the whole token, without spaces.",
      },
    ],
    settings: [],
  },
];
