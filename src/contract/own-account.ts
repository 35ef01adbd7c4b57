import * as z from "zod";
import { selfEndpoint } from "./endpoint.ts";
import { id, instant, newPassword, nothing, shortText } from "./fields.ts";
import { currentPassword } from "./session.ts";

const method = z.enum([
  "password",
  "magic-link",
  "confirmation",
  "passkey",
  "single-sign-on",
  "google",
  "microsoft",
  "github",
  "second-factor",
  "recovery-code",
]);

export const ownAccount = {
  get: selfEndpoint({
    method: "GET",
    path: "/account",
    summary: "The caller's account and how it is protected",
    input: nothing,
    output: z.strictObject({
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      createdAt: instant,
      /** When the password was last changed; null for an account without one. */
      passwordChangedAt: instant.nullable(),
      /** Since when an authenticator app is in force. */
      totpSince: instant.nullable(),
      recoveryCodesLeft: z.number().int(),
      singleSignOn: z.boolean(),
      /** Whether a company of theirs, or running this instance, asks for a second factor. */
      secondFactorRequired: z.boolean(),
    }),
  }),
  rename: selfEndpoint({
    method: "PATCH",
    path: "/account",
    summary: "Change one's own name",
    input: z.strictObject({
      firstName: shortText("Please enter your first name", 60),
      lastName: shortText("Please enter your last name", 60),
    }),
    output: nothing,
  }),
  changePassword: selfEndpoint({
    path: "/account/password",
    summary: "Change the password, or set the first one; ends every other session and brings a new token",
    perMinute: 30,
    input: z.strictObject({ currentPassword: currentPassword.optional(), password: newPassword }),
    output: nothing,
    fails: ["wrong-password", "password-common", "password-update-failed", "confirm-identity"],
  }),
  sessions: selfEndpoint({
    method: "GET",
    path: "/account/sessions",
    summary: "Where the caller is signed in",
    input: nothing,
    output: z.array(
      z.strictObject({
        id,
        current: z.boolean(),
        userAgent: z.string(),
        address: z.string(),
        method,
        createdAt: instant,
        lastUsedAt: instant,
      }),
    ),
  }),
  endSession: selfEndpoint({
    method: "DELETE",
    path: "/account/sessions/{sessionId}",
    summary: "Sign out on one device",
    input: z.strictObject({ sessionId: id }),
    output: nothing,
    fails: ["not-found"],
  }),
  endOtherSessions: selfEndpoint({
    path: "/account/sessions/end-others",
    summary: "Sign out everywhere but here",
    input: nothing,
    output: z.strictObject({ ended: z.number().int() }),
  }),
  signIns: selfEndpoint({
    method: "GET",
    path: "/account/sign-ins",
    summary: "The last fifty times somebody signed in to the account, and the last fifty that somebody tried in vain",
    input: nothing,
    output: z.array(
      z.strictObject({
        at: instant,
        method,
        outcome: z.enum(["signed-in", "refused"]),
        newDevice: z.boolean(),
        address: z.string(),
        userAgent: z.string(),
      }),
    ),
  }),
  export: selfEndpoint({
    method: "GET",
    path: "/account/export",
    summary: "Everything that is kept about the caller as a person, as one JSON document",
    confirmed: true,
    perMinute: 10,
    input: nothing,
    output: z.record(z.string(), z.unknown()),
  }),
  delete: selfEndpoint({
    method: "DELETE",
    path: "/account",
    summary: "Delete the caller's account; what they filed stays in their companies' ledgers",
    confirmed: true,
    input: z.strictObject({ email: z.string().max(254) }),
    output: nothing,
    fails: ["account-owns-company", "account-held", "wrong-email"],
  }),
};
