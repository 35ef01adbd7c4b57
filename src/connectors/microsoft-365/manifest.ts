import * as z from "zod";
import type { Manifest, Scope } from "../connector.ts";
import { MOST_DAYS_UNUSED } from "../unused-after.ts";
import type { LinkField } from "../link-method.ts";
import { kinds } from "./kinds.ts";

const scope = (name: string, reads: string): Scope => ({ name, reads });

/**
 * Application permissions of Microsoft Graph (learn.microsoft.com/graph/permissions-reference), the least that each request
 * accepts; Directory.Read.All would replace several and shows more than is needed.
 */
const required = [
  scope("User.Read.All", "accounts and whether they are enabled"),
  scope("RoleManagement.Read.Directory", "who holds an administrator role or may take one on"),
  scope(
    "Policy.Read.All",
    "conditional access, authentication strengths, security defaults and the authorization policy",
  ),
  scope("AuditLog.Read.All", "sign-in dates, registration of second factors, and that audit events arrive"),
  scope("Application.Read.All", "when the secrets of app registrations expire"),
  scope("Organization.Read.All", "the tenant's name"),
];

const optional = [
  scope("GroupMember.Read.All", "who is a member of a group that holds an administrator role"),
  scope("Policy.Read.PermissionGrant", "which apps people may consent to"),
  scope("IdentityRiskyUser.Read.All", "users whom Microsoft holds to be at risk (needs Entra ID P2)"),
  scope("DeviceManagementManagedDevices.Read.All", "managed devices and whether they are encrypted (needs Intune)"),
];

/** Ends in Read or Read.Something only; everything else of Graph's permissions can write or act. */
const forbidden = [
  /\.(ReadWrite|Write|Manage|Create|Update|Delete|Send|PrivilegedOperations|AccessAsUser|FullControl)(\.|$)/i,
  /^full_access/i,
];

const guid = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
const idField = (name: string, label: string, help: string): LinkField => ({
  name,
  label,
  help,
  placeholder: "00000000-0000-0000-0000-000000000000",
  secret: false,
  pattern: new RegExp(`^${guid}$`),
  message: "Enter the id as Entra shows it: 32 hexadecimal digits in five groups.",
});

export const manifest: Manifest = {
  id: "microsoft-365",
  version: 2,
  methods: [
    {
      id: "admin-consent",
      kind: "microsoft-consent",
      title: "Sign in with Microsoft",
      explanation:
        "A Global Administrator signs in at Microsoft and consents once. Exhibit then holds no password and no secret of yours, only your tenant's consent, which you can withdraw there at any time.",
      instructions: [],
      fields: [],
      settings: ["MICROSOFT_CLIENT_ID"],
      oauth: {
        authorize: { endpoint: "login", path: "/organizations/v2.0/adminconsent" },
        token: { endpoint: "login", path: "/{tenantId}/oauth2/v2.0/token" },
        scopes: ["https://graph.microsoft.com/.default"],
        parameters: {},
        rotates: false,
        clientId: "MICROSOFT_CLIENT_ID",
        clientSecret: "MICROSOFT_CLIENT_SECRET",
      },
    },
    {
      id: "own-application",
      kind: "client-credentials",
      title: "Use an app registration of your own",
      explanation:
        "You register an application in your tenant, give it permissions to read, and paste its id and a secret. The secret is sealed at once and never shown again.",
      instructions: [
        "In the Entra admin center, https://entra.microsoft.com, open App registrations and choose New registration; leave the redirect address empty.",
        "Under API permissions add these application permissions of Microsoft Graph: {scopes}",
        "Choose Grant admin consent.",
        "Under Certificates & secrets make a client secret and copy its value.",
      ],
      fields: [
        idField("tenantId", "Directory (tenant) ID", "On the overview page of the app registration."),
        idField("clientId", "Application (client) ID", "On the same page."),
        {
          name: "clientSecret",
          label: "Client secret",
          help: "The value, not the id; it is shown once, when it is made.",
          placeholder: "",
          secret: true,
          pattern: /^[\x21-\x7e]{16,200}$/,
          message: "Paste the secret's value: 16 characters or more, without spaces.",
        },
      ],
      settings: [],
      oauth: {
        authorize: { endpoint: "login", path: "/{tenantId}/oauth2/v2.0/authorize" },
        token: { endpoint: "login", path: "/{tenantId}/oauth2/v2.0/token" },
        scopes: ["https://graph.microsoft.com/.default"],
        parameters: {},
        rotates: false,
        clientId: "",
        clientSecret: "",
      },
    },
  ],
  endpoints: {
    graph: { origin: "https://graph.microsoft.com" },
    login: { origin: "https://login.microsoftonline.com" },
  },
  scopes: { required, optional, forbidden },
  // Identity reports allow five requests in ten seconds to an application and tenant, the least of what is asked here.
  budget: { requests: 10, perSeconds: 10, atOnce: 2 },
  limited: (status, body) => status === 403 && /"code"\s*:\s*"(TooManyRequests|activityLimitReached)"/.test(body),
  kinds,
  settings: z.strictObject({
    breakGlass: z.array(z.string()).default([]),
    inactiveDays: z.number().int().min(30).max(MOST_DAYS_UNUSED).default(MOST_DAYS_UNUSED),
  }),
  settingFields: [
    {
      name: "breakGlass",
      label: "Propose emergency accounts",
      help: "User principal names, one a line. Each may be unused once somebody else approves it under Approvals.",
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
