/** How somebody signed in, or showed who they are. */
export type Method =
  | "password"
  | "magic-link"
  | "confirmation"
  | "passkey"
  | "single-sign-on"
  | "second-factor"
  | "recovery-code";
