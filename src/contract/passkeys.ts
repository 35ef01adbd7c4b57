import * as z from "zod";
import { publicEndpoint, selfEndpoint } from "./endpoint.ts";
import { id, instant, nothing, shortText } from "./fields.ts";
import { signedIn } from "./session.ts";

/**
 * What the browser's WebAuthn functions take and answer, in the JSON form of WebAuthn level 3. Its fields are the
 * standard's; the library that reads them checks them.
 */
const webAuthn = z.record(z.string(), z.unknown());

const passkey = z.strictObject({
  id,
  name: z.string(),
  /** Kept by its maker on several devices, rather than in one key alone. */
  backedUp: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});

export const passkeys = {
  list: selfEndpoint({
    method: "GET",
    path: "/passkeys",
    summary: "The caller's passkeys",
    input: nothing,
    output: z.array(passkey),
  }),
  beginRegistration: selfEndpoint({
    path: "/passkeys/registration",
    summary: "Begin to add a passkey: what navigator.credentials.create() is called with",
    confirmed: true,
    input: nothing,
    output: webAuthn,
  }),
  register: selfEndpoint({
    path: "/passkeys",
    summary: "Add the passkey that the browser made; answers with recovery codes when there are none",
    perMinute: 30,
    confirmed: true,
    input: z.strictObject({ name: shortText("Please name this passkey", 60), credential: webAuthn }),
    output: z.strictObject({ passkey, recoveryCodes: z.array(z.string()) }),
    fails: ["passkey-failed", "passkey-known"],
  }),
  rename: selfEndpoint({
    method: "PATCH",
    path: "/passkeys/{passkeyId}",
    summary: "Name a passkey",
    input: z.strictObject({ passkeyId: id, name: shortText("Please name this passkey", 60) }),
    output: passkey,
    fails: ["not-found"],
  }),
  remove: selfEndpoint({
    method: "DELETE",
    path: "/passkeys/{passkeyId}",
    summary: "Remove a passkey",
    confirmed: true,
    input: z.strictObject({ passkeyId: id }),
    output: nothing,
    fails: ["second-factor-kept", "not-found"],
  }),
  beginSignIn: publicEndpoint({
    path: "/passkeys/sign-in/begin",
    summary: "Begin to sign in with a passkey, without saying who: what navigator.credentials.get() is called with",
    perMinute: 60,
    input: nothing,
    output: webAuthn,
  }),
  signIn: publicEndpoint({
    path: "/passkeys/sign-in",
    summary: "Sign in with a passkey, which counts as both factors",
    perMinute: 60,
    input: z.strictObject({ credential: webAuthn }),
    output: signedIn,
    fails: ["account-disabled", "passkey-failed"],
  }),
  beginSecondFactor: publicEndpoint({
    path: "/passkeys/second-factor/begin",
    summary: "Begin to finish signing in with a passkey of the account",
    perMinute: 60,
    input: nothing,
    output: webAuthn,
    fails: ["second-factor-expired"],
  }),
  useSecondFactor: publicEndpoint({
    path: "/passkeys/second-factor",
    summary: "Finish signing in with a passkey; brings a new session token",
    perMinute: 30,
    input: z.strictObject({ credential: webAuthn }),
    output: signedIn,
    fails: ["passkey-failed", "second-factor-expired"],
  }),
};
