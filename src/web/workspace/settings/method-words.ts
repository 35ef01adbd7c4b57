/** How somebody signed in, as a person says it. */
export const methodWords = {
  password: "By password",
  "magic-link": "By magic link",
  confirmation: "By confirming the email address",
  passkey: "By passkey",
  "single-sign-on": "By single sign-on",
  google: "By Google",
  microsoft: "By Microsoft",
  github: "By GitHub",
  "second-factor": "With MFA",
  "recovery-code": "With a recovery code",
} as const;
