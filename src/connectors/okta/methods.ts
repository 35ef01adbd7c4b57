import type { LinkField, LinkMethod } from "../link-method.ts";
import { scopeNames } from "./scopes.ts";

/** What an Okta organization is called. Okta lets a custom domain answer, too, but signs tokens for its own name. */
export const host = /^[a-z0-9-]+\.okta(?:-emea|preview|-gov)?\.com$/;

const domain: LinkField = {
  name: "domain",
  label: "Okta domain",
  help: "The name before -admin in the address of your Admin Console, with okta.com behind it.",
  placeholder: "hollis-marsh.okta.com",
  secret: false,
  pattern: host,
  message:
    "Enter the domain that Okta gave you, such as hollis-marsh.okta.com, without https:// and without -admin. Custom domains cannot be used here.",
};

const serviceApp: LinkMethod = {
  id: "service-app",
  kind: "private-key-jwt",
  title: "Use a service app",
  explanation:
    "You make an API service app in Okta and give it our public key. Exhibit keeps the private half sealed, and asks Okta for tokens that can only read and end after an hour.",
  instructions: [
    "In the Admin Console open Applications, Create App Integration, and choose API Services.",
    "Under General Settings switch off Require Demonstrating Proof of Possession (DPoP).",
    "Under Okta API Scopes grant these and no others: {scopes}",
    "Under Admin roles assign Read-only Administrator.",
    "Copy the client ID, enter it below, and choose Connect. Exhibit then makes a key and shows its public half.",
    "In Okta, under Client Credentials, choose Public key / Private key and add that key.",
  ],
  fields: [
    domain,
    {
      name: "clientId",
      label: "Client ID",
      help: "It stands under Client Credentials of the service app.",
      placeholder: "0oa1b2c3d4e5f6g7h8i9",
      secret: false,
      pattern: /^0oa[A-Za-z0-9]{17}$/,
      message: "A client ID of Okta begins with 0oa and has 20 characters.",
    },
  ],
  settings: [],
  oauth: {
    authorize: { endpoint: "org", path: "/oauth2/v1/authorize" },
    token: { endpoint: "org", path: "/oauth2/v1/token" },
    revoke: { endpoint: "org", path: "/oauth2/v1/revoke" },
    scopes: scopeNames,
    parameters: {},
    rotates: false,
    // The client is the customer's own: its id was typed, and a key stands for the secret.
    clientId: "",
    clientSecret: "",
  },
};

const token: LinkMethod = {
  id: "token",
  kind: "token",
  scheme: "SSWS",
  title: "Use an API token",
  explanation:
    "You make an API token as a read-only administrator, and paste it here. An Okta token can do what its owner can, so a token of any other administrator is refused. Exhibit keeps it sealed and never shows it again.",
  instructions: [
    "Make a user for Exhibit and assign the role Read-only Administrator, and no other.",
    "Sign in to the Admin Console as that user, open Security, API, Tokens, and choose Create token.",
    "Let it be used from the addresses of Exhibit alone, if you know them.",
    "Copy the token and paste it below.",
  ],
  fields: [
    domain,
    {
      name: "token",
      label: "API token",
      help: "It is shown once, right after you create it.",
      placeholder: "00",
      secret: true,
      pattern: /^00[A-Za-z0-9_-]{20,98}$/,
      message: "This is no API token of Okta: one begins with 00.",
    },
  ],
  settings: [],
};

export const methods: readonly LinkMethod[] = [serviceApp, token];
