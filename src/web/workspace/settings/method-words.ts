/** How somebody signed in, as a person says it. */
export const methodWords = {
  password: "By password",
  "magic-link": "By magic link",
  confirmation: "By confirming the address",
  passkey: "By passkey",
  "single-sign-on": "By single sign-on",
  "second-factor": "With a second factor",
  "recovery-code": "With a recovery code",
} as const;
