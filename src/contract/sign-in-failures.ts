import type { Failure } from "./open-failures.ts";

/** Why a sign-in by another provider, or by an account that is closed, did not work. */
export const signInFailures = {
  "single-sign-on-failed": { status: 422, message: "Single sign-on did not work. Please try again." },
  "single-sign-on-declined": { status: 403, message: "Your sign-in provider did not sign you in." },
  "single-sign-on-unreachable": {
    status: 503,
    message: "Your sign-in provider cannot be reached right now. Please try again in a moment, or sign in another way.",
  },
  "single-sign-on-unverified": {
    status: 403,
    message: "Your sign-in provider has not verified your email address, so it cannot be used here.",
  },
  "single-sign-on-unproven": {
    status: 403,
    message:
      "Your sign-in provider does not prove that this email address is yours. Please sign in or sign up with your email address.",
  },
  "single-sign-on-foreign": {
    status: 403,
    message: "Your sign-in provider is not allowed to sign in this email address here.",
  },
  "staff-unlisted": {
    status: 403,
    message:
      "No company lists your address as a work email. Ask the person who sends you links which address they have for you.",
  },
  "single-sign-on-taken": {
    status: 403,
    message: "Your email address is linked to a different account at your sign-in provider.",
  },
  "single-sign-on-connect": {
    status: 403,
    message:
      "This sign-in provider is not connected to your account. Please sign in another way, then connect it in your profile.",
  },
  "account-disabled": {
    status: 403,
    message: "This account has been disabled. Please ask the people who run this installation.",
  },
} as const satisfies Record<string, Failure>;
