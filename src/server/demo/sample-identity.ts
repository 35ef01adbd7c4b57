import type { SampleAccount } from "./sample-connector.ts";

const domain = "calder-finch.example";
const people = ["m.okafor", "j.lindqvist", "p.nair", "t.silva"];

/** How the sample company signs in. */
export const sampleOkta: SampleAccount = {
  provider: "okta",
  account: { id: "00o4calderfinch5d7", label: "calder-finch.okta.com", granted: undefined, facts: {} },
  scopes: [
    { name: "okta.users.read", reads: "accounts and whether they are active" },
    { name: "okta.policies.read", reads: "sign-in and password policies" },
  ],
  steps: [
    {
      title: "Sign-in policies",
      checks: [
        {
          id: "okta.session.mfa",
          wanted: "a second factor",
          type: "policy",
          passing: ["Default policy", "Partners"],
          observed: "a second factor is required",
        },
        {
          id: "okta.session.lifetime",
          wanted: "at most 24 hours",
          type: "policy",
          passing: ["Default policy", "Partners"],
          observed: "12 hours",
        },
        {
          id: "okta.admin-console.lifetime",
          wanted: "at most 12 hours",
          type: "policy",
          passing: ["Admin Console"],
          observed: "8 hours",
        },
        {
          id: "okta.password.length",
          wanted: "at least 12 characters",
          type: "policy",
          passing: ["Default policy"],
          observed: "14 characters",
        },
        {
          id: "okta.password.lockout",
          wanted: "a lockout within 10 tries",
          type: "policy",
          passing: ["Default policy"],
          observed: "after 6 tries",
        },
      ],
    },
    {
      title: "Accounts",
      checks: [
        {
          id: "okta.user.gone-assigned",
          wanted: "no assignment",
          type: "account",
          passing: ["m.hale"],
          observed: "no assignment is left",
        },
        {
          id: "okta.user.inactive",
          wanted: "used within 90 days",
          type: "account",
          passing: people,
          observed: "signed in this week",
        },
        {
          id: "okta.user.factors",
          wanted: "a second factor",
          type: "account",
          passing: people,
          observed: "a key",
          failing: { "svc-print": "a password alone" },
        },
        {
          id: "okta.admin.super-count",
          wanted: "1 to 3",
          type: "organization",
          passing: ["calder-finch.okta.com"],
          observed: "2 super administrators",
        },
      ],
    },
  ],
};

/** Where it works. */
export const sampleGoogle: SampleAccount = {
  provider: "google-workspace",
  account: { id: "C03caldr7", label: domain, granted: undefined, facts: {} },
  scopes: [
    { name: "admin.directory.user.readonly", reads: "accounts and their second factors" },
    { name: "cloud-identity.policies.readonly", reads: "the settings of each organizational unit" },
  ],
  steps: [
    {
      title: "Accounts",
      checks: [
        {
          id: "gws.user.2sv-enrolled",
          wanted: "2-Step Verification",
          type: "account",
          passing: people,
          observed: "on, with a key",
        },
        {
          id: "gws.admin.count",
          wanted: "2 to 4",
          type: "organization",
          passing: [domain],
          observed: "2 super admins",
        },
        {
          id: "gws.user.inactive",
          wanted: "used within 90 days",
          type: "account",
          passing: people,
          observed: "signed in this week",
        },
        {
          id: "gws.token.broad-apps",
          wanted: "no unapproved app with full access",
          type: "app",
          passing: ["Docuvault", "Calendar for intake"],
          observed: "reads what it needs",
          unknown: { "Signature helper": "its rights could not be read" },
        },
      ],
    },
    {
      title: "Policies",
      checks: [
        { id: "gws.policy.2sv-enforced", wanted: "enforced", type: "unit", passing: [domain], observed: "enforced" },
        {
          id: "gws.policy.password-length",
          wanted: "at least 12 characters",
          type: "unit",
          passing: [domain],
          observed: "14 characters",
        },
        { id: "gws.policy.session", wanted: "at most 24 hours", type: "unit", passing: [domain], observed: "16 hours" },
        {
          id: "gws.policy.admin-session",
          wanted: "at most 12 hours",
          type: "unit",
          passing: [domain],
          observed: "8 hours",
        },
      ],
    },
    {
      title: "Sharing rules",
      checks: [
        {
          id: "gws.policy.drive-sharing",
          wanted: "allow-listed domains alone",
          type: "unit",
          passing: [domain],
          observed: "two domains are allowed",
        },
        { id: "gws.policy.auto-forward", wanted: "off", type: "unit", passing: [domain], observed: "off" },
      ],
    },
  ],
};

/** A second tenant that nobody uses yet, for whoever tries it. */
export const sampleMicrosoft: SampleAccount = {
  provider: "microsoft-365",
  account: {
    id: "5f0c2f7e-3d1b-4b59-9a4e-0f6f3c2d9a11",
    label: "calder-finch.onmicrosoft.com",
    granted: undefined,
    facts: {},
  },
  scopes: [{ name: "Policy.Read.All", reads: "conditional access and the authorization policy" }],
  steps: [
    {
      title: "Conditional access",
      checks: [
        {
          id: "ms.ca.mfa-all",
          wanted: "a policy for all users",
          type: "tenant",
          passing: ["calder-finch.onmicrosoft.com"],
          observed: "one policy for all users and all apps",
        },
        {
          id: "ms.policy.guest-invite",
          wanted: "administrators and guest inviters",
          type: "tenant",
          passing: [],
          observed: "",
          failing: { "calder-finch.onmicrosoft.com": "every member may invite guests" },
        },
      ],
    },
  ],
};
