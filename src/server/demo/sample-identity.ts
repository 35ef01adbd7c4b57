import type { SampleAccount } from "./sample-connector.ts";

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
          severity: "critical",
          title: "Every sign-in policy asks for a second factor",
          hint: "Require a second factor in the catch-all rule.",
          wanted: "a second factor",
          answers: ["auth.mfa-enforced/policy"],
          type: "policy",
          passing: ["Default policy", "Partners"],
          observed: "a second factor is required",
        },
        {
          id: "okta.password.policy",
          severity: "medium",
          title: "Passwords have 12 characters, and ten tries lock an account",
          hint: "Change the password policy.",
          wanted: "12 characters, lockout within 10 tries",
          answers: ["auth.password-rules/length", "auth.password-rules/lockout"],
          type: "policy",
          passing: ["Default policy"],
          observed: "14 characters, lockout after 6 tries",
        },
      ],
    },
    {
      title: "Accounts",
      checks: [
        {
          id: "okta.user.gone-assigned",
          severity: "high",
          title: "Deactivated accounts are assigned to nothing",
          hint: "Remove the assignment.",
          wanted: "no assignment",
          answers: [],
          type: "account",
          passing: ["d.reyes"],
          observed: "no assignment is left",
        },
        {
          id: "okta.user.factors",
          severity: "high",
          title: "Every active account has a factor besides its password",
          hint: "Ask the listed people to enroll a factor, and give service accounts a key.",
          wanted: "a second factor",
          answers: ["auth.mfa-enforced/enrolled"],
          type: "account",
          passing: people,
          observed: "a key",
          failing: { "svc-print": "a password alone" },
        },
        {
          id: "okta.admin.super-count",
          severity: "high",
          title: "At most three super administrators",
          hint: "Use narrower administrator roles.",
          wanted: "1 to 3",
          answers: [],
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
  account: { id: "C03caldr7", label: "calder-finch.example", granted: undefined, facts: {} },
  scopes: [
    { name: "admin.directory.user.readonly", reads: "accounts and their second factors" },
    { name: "admin.directory.device.mobile.readonly", reads: "managed devices" },
  ],
  steps: [
    {
      title: "Accounts",
      checks: [
        {
          id: "gw.user.2sv",
          severity: "critical",
          title: "Every account has 2-Step Verification on",
          hint: "Enforce it for the whole organization.",
          wanted: "2-Step Verification",
          answers: ["auth.mfa-enforced/enrolled"],
          type: "account",
          passing: people,
          observed: "on, with a key",
        },
      ],
    },
    {
      title: "Devices",
      checks: [
        {
          id: "gw.device.encrypted",
          severity: "high",
          title: "Managed devices are encrypted",
          hint: "Ask for encryption in the device policy.",
          wanted: "an encrypted disk",
          answers: [],
          type: "device",
          passing: people.map((one) => `Laptop of ${one}`),
          observed: "encrypted",
        },
        {
          id: "gw.device.sync",
          severity: "low",
          title: "Managed devices have reported in the last week",
          hint: "Ask the owner to turn the device on, or remove it.",
          wanted: "a report within 7 days",
          answers: [],
          type: "device",
          passing: people.map((one) => `Laptop of ${one}`),
          observed: "reported today",
          unknown: { "Spare laptop 2": "never reported" },
        },
      ],
    },
    {
      title: "Sharing rules",
      checks: [
        {
          id: "gw.drive.external",
          severity: "high",
          title: "Shared drives cannot be shared with everybody",
          hint: "Turn off sharing outside of the organization for the drive.",
          wanted: "no sharing with everybody",
          answers: [],
          type: "shared drive",
          passing: ["Matters", "Billing", "People"],
          observed: "not shared with everybody",
        },
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
          severity: "critical",
          title: "Everybody signs in with a second factor",
          hint: "Make a conditional access policy for all users.",
          wanted: "a policy for all users",
          answers: [],
          type: "tenant",
          passing: ["calder-finch.onmicrosoft.com"],
          observed: "security defaults are on",
        },
        {
          id: "ms.policy.guest-invite",
          severity: "medium",
          title: "Only named roles may invite guests",
          hint: "Restrict guest invitations.",
          wanted: "administrators and guest inviters",
          answers: [],
          type: "tenant",
          passing: [],
          observed: "",
          failing: { "calder-finch.onmicrosoft.com": "every member may invite guests" },
        },
      ],
    },
  ],
};
