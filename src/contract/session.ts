import * as z from "zod";
import { publicEndpoint, selfEndpoint } from "./endpoint.ts";
import {
  emailAddress,
  id,
  instant,
  newPassword,
  nothing,
  shortText,
  verification,
  verificationFails,
} from "./fields.ts";

/** A person, as their own pages name them. */
export const user = z.strictObject({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});

/** The ways in which a person can bring the second factor. */
export const secondFactorMethods = z.array(z.enum(["code", "passkey", "recovery-code"]));

/** Either signed in, or only one step further: then the second factor is what is missing. */
export const signedIn = z.strictObject({ user: user.nullable(), secondFactor: secondFactorMethods.nullable() });

const token = z.string().min(1).max(200);

/** The password as it was set once; what is too short for any account is told before it is sent. */
export const currentPassword = z
  .string()
  .min(6, "Password must be at least 6 characters")
  .max(128, "Invalid credentials");

const names = {
  firstName: shortText("Please enter your first name", 60),
  lastName: shortText("Please enter your last name", 60),
};

/** The same answer whether or not the address is known. */
const asked = z.strictObject({ email: z.string() });

export const session = {
  current: publicEndpoint({
    method: "GET",
    path: "/session",
    summary: "Who is signed in",
    input: nothing,
    output: z.strictObject({
      user: user.nullable(),
      /** When the session ends if nothing is done meanwhile. */
      expiresAt: instant.nullable(),
      /** Signed in but for the second factor: how it can be brought. */
      secondFactor: secondFactorMethods.nullable(),
      /** Whether the person runs this instance; the Admin Panel is for them alone. */
      platformAdmin: z.boolean(),
      /** What they are in this installation, an upper bound on what they may do in a company; null signed out. */
      platformRole: z.enum(["admin", "manager", "user"]).nullable(),
      /** Whether this session was opened with a second factor. */
      hasSecondFactor: z.boolean(),
      /** Set in a demo visit, which ends then with all that was done in it. */
      demo: z.strictObject({ endsAt: instant }).nullable(),
      /** What a page must know before anyone signs in. */
      mailbox: z.boolean(),
    }),
  }),
  signUp: publicEndpoint({
    path: "/session/sign-up",
    summary: "Ask for an account and mail its confirmation link; answers alike whether or not the address is known",
    perMinute: 30,
    input: z.strictObject({
      ...names,
      email: emailAddress,
      password: newPassword,
      verification,
    }),
    output: asked,
    fails: ["registration-failed", "password-common", ...verificationFails],
  }),
  resendConfirmation: publicEndpoint({
    path: "/session/resend-confirmation",
    summary: "Mail the confirmation link again; answers alike whether or not the address is known",
    perMinute: 10,
    input: z.strictObject({ email: emailAddress }),
    output: asked,
  }),
  checkConfirmation: publicEndpoint({
    path: "/session/check-confirmation",
    summary: "Whether a confirmation link still works, and for which address; does not use it up",
    perMinute: 60,
    input: z.strictObject({ token }),
    output: z.strictObject({ email: z.string() }),
    fails: ["link-invalid"],
  }),
  confirmEmail: publicEndpoint({
    path: "/session/confirm-email",
    summary: "Use a confirmation link once; makes the account and signs in",
    perMinute: 60,
    input: z.strictObject({
      token,
      /**
       * Needed in any other browser than the one that signed up: nothing that was typed there is kept, for whoever
       * signed up may not own the mailbox.
       */
      chosen: z.strictObject({ ...names, password: newPassword }).optional(),
    }),
    output: signedIn,
    fails: ["link-invalid", "password-needed", "password-common"],
  }),
  signIn: publicEndpoint({
    path: "/session/sign-in",
    summary: "Sign in with email and password",
    perMinute: 60,
    input: z.strictObject({ email: emailAddress, password: currentPassword, verification }),
    output: signedIn,
    fails: ["invalid-credentials", "email-not-confirmed", "account-disabled", ...verificationFails],
  }),
  sendMagicLink: publicEndpoint({
    path: "/session/send-magic-link",
    summary: "Mail a link that signs in; answers alike whether or not the address is known",
    perMinute: 10,
    input: z.strictObject({ email: emailAddress }),
    output: asked,
  }),
  useMagicLink: publicEndpoint({
    path: "/session/use-magic-link",
    summary: "Use a mailed sign-in link once",
    perMinute: 60,
    input: z.strictObject({ token }),
    output: signedIn,
    fails: ["link-invalid", "account-disabled"],
  }),
  checkInvitation: publicEndpoint({
    path: "/session/check-invitation",
    summary: "Whose address an invitation to sign up was sent to; does not use it up",
    perMinute: 60,
    input: z.strictObject({ token }),
    output: z.strictObject({ email: z.string() }),
    fails: ["link-invalid"],
  }),
  sendReset: publicEndpoint({
    path: "/session/send-reset",
    summary: "Mail a link that resets the password; answers alike whether or not the address is known",
    perMinute: 10,
    input: z.strictObject({ email: emailAddress }),
    output: asked,
  }),
  checkReset: publicEndpoint({
    path: "/session/check-reset",
    summary: "Whether a reset link still works; does not use it up",
    perMinute: 60,
    input: z.strictObject({ token }),
    output: z.strictObject({ email: z.string() }),
    fails: ["link-invalid"],
  }),
  resetPassword: publicEndpoint({
    path: "/session/reset-password",
    summary: "Use a reset link once: sets the password and ends every session of the account",
    perMinute: 60,
    input: z.strictObject({ token, password: newPassword }),
    output: nothing,
    fails: ["link-invalid", "password-common", "password-update-failed"],
  }),
  confirmIdentity: selfEndpoint({
    path: "/session/confirm-identity",
    summary: "Show again who is there, by the password or a one-time code, before something irreversible",
    perMinute: 30,
    input: z.union([
      z.strictObject({ password: currentPassword }),
      z.strictObject({ code: z.string().min(6).max(20) }),
    ]),
    output: nothing,
    fails: ["wrong-password", "wrong-code"],
  }),
  refresh: selfEndpoint({
    path: "/session/refresh",
    summary: "Say that the person is still there, so that the session does not end for idleness",
    input: nothing,
    output: z.strictObject({ expiresAt: instant }),
  }),
  signOut: publicEndpoint({
    path: "/session/sign-out",
    summary: "End this session",
    input: nothing,
    output: nothing,
  }),
};
