import * as z from "zod";
import type { Manifest, Scope } from "../connector.ts";
import { MOST_DAYS_UNUSED } from "../unused-after.ts";
import { kinds } from "./kinds.ts";

const AUTH = "https://www.googleapis.com/auth/";
const scope = (name: string, reads: string): Scope => ({ name: AUTH + name, reads });

/** developers.google.com/identity/protocols/oauth2/scopes; each ends in readonly, or reads by its nature. */
const required = [
  scope("admin.directory.user.readonly", "accounts, their second factor and their last sign-in"),
  scope("admin.directory.rolemanagement.readonly", "who holds an administrator role"),
  scope("admin.directory.customer.readonly", "the name of the account"),
  scope("admin.reports.audit.readonly", "which apps were let in, and that audit events arrive"),
  scope("cloud-identity.policies.readonly", "the rules for passwords, sessions, sharing, forwarding and apps"),
];

const forbidden = [
  /^https:\/\/mail\.google\.com\//,
  /^https:\/\/www\.googleapis\.com\/auth\/(?!userinfo\.(email|profile)$)(?!.*readonly$).+/,
];

const instructions = [
  "In Google Cloud, at https://console.cloud.google.com/iam-admin/serviceaccounts, make a service account without any role, and a key for it in JSON.",
  "In the Admin console open Security, Access and data control, API controls, Manage domain-wide delegation: https://admin.google.com/ac/owl/domainwidedelegation",
  "Add the service account's client ID with these scopes: {scopes}",
  "Enter the address of a super administrator, in whose name the service account reads.",
];

export const manifest: Manifest = {
  id: "google-workspace",
  version: 2,
  methods: [
    {
      id: "sign-in",
      kind: "oauth2",
      title: "Sign in with Google",
      explanation:
        "A super administrator signs in at Google and sees each permission, all of them to read. Exhibit then holds a token that you can withdraw in your Google account at any time.",
      instructions: [],
      fields: [],
      settings: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
      oauth: {
        authorize: { endpoint: "accounts", path: "/o/oauth2/v2/auth" },
        token: { endpoint: "oauth2", path: "/token" },
        revoke: { endpoint: "oauth2", path: "/revoke" },
        scopes: required.map(({ name }) => name),
        // A refresh token comes with the first consent only, unless the question is asked again.
        parameters: { access_type: "offline", prompt: "consent" },
        rotates: false,
        clientId: "GOOGLE_CLIENT_ID",
        clientSecret: "GOOGLE_CLIENT_SECRET",
      },
    },
    {
      id: "service-account",
      kind: "google-service-account",
      title: "Use a service account of your own",
      explanation:
        "You make a service account and let it read in the name of an administrator. Its key is sealed at once and never shown again.",
      instructions,
      fields: [
        {
          name: "administrator",
          label: "Administrator's address",
          help: "A super administrator in whose name Exhibit reads.",
          placeholder: "admin@example.com",
          secret: false,
          pattern: /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,}$/,
          message: "Enter an e-mail address.",
        },
        {
          name: "key",
          label: "Service account key",
          help: "The whole JSON file that Google gave you.",
          placeholder: '{ "type": "service_account", … }',
          secret: true,
          multiline: true,
          pattern: /^\s*\{(?:(?!"private_key")[\s\S])*"private_key"[\s\S]*\}\s*$/,
          message: "Paste the whole JSON file: it begins with { and holds a private_key.",
        },
      ],
      settings: [],
      oauth: {
        authorize: { endpoint: "accounts", path: "/o/oauth2/v2/auth" },
        token: { endpoint: "oauth2", path: "/token" },
        scopes: required.map(({ name }) => name),
        parameters: {},
        rotates: false,
        clientId: "",
        clientSecret: "",
      },
    },
  ],
  endpoints: {
    admin: { origin: "https://admin.googleapis.com" },
    cloudidentity: { origin: "https://cloudidentity.googleapis.com" },
    oauth2: { origin: "https://oauth2.googleapis.com" },
    accounts: { origin: "https://accounts.google.com" },
  },
  scopes: { required, optional: [], forbidden },
  // The Policy API allows one request a second to a project, the least of what is asked here.
  budget: { requests: 120, perSeconds: 60, atOnce: 2 },
  limited: (status, body) =>
    status === 403 && /"reason"\s*:\s*"(rateLimitExceeded|userRateLimitExceeded|quotaExceeded)"/.test(body),
  kinds,
  settings: z.strictObject({
    approvedApps: z.array(z.string()).default([]),
    inactiveDays: z.number().int().min(30).max(MOST_DAYS_UNUSED).default(MOST_DAYS_UNUSED),
  }),
  settingFields: [
    {
      name: "approvedApps",
      label: "Propose apps with full access",
      help: "OAuth client IDs that may read all mail or files, one a line. Each is left out once somebody else approves it under Approvals.",
      kind: "lines",
    },
    {
      name: "inactiveDays",
      label: "Days until an account counts as unused",
      help: "At most 90; fewer where your policy says so.",
      kind: "number",
    },
  ],
};
