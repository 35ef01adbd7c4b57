import {
  WebAuthnAbortService,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { client } from "#web/api.ts";
import type { SignedIn } from "./arrive.ts";

// The contract hands through what the standard defines; the library and the server check it.
const request = (answer: Record<string, unknown>) => answer as unknown as PublicKeyCredentialRequestOptionsJSON;
const creation = (answer: Record<string, unknown>) => answer as unknown as PublicKeyCredentialCreationOptionsJSON;
const plain = (credential: object) => credential as Record<string, unknown>;

/** Signs in with a passkey that the person chooses in the browser's own dialog. */
export async function signInWithPasskey(): Promise<SignedIn> {
  const optionsJSON = request(await client.passkeys.beginSignIn({}));
  return await client.passkeys.signIn({ credential: plain(await startAuthentication({ optionsJSON })) });
}

/** Offers passkeys in the list under the email field and waits until one is chosen; undefined where that is unknown. */
export async function signInByAutofill(): Promise<SignedIn | undefined> {
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  const optionsJSON = request(await client.passkeys.beginSignIn({}));
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
  return await client.passkeys.signIn({ credential: plain(credential) });
}

/** Brings a passkey as the second factor of a sign-in that waits for it. */
export async function authenticateWithPasskey(): Promise<SignedIn> {
  const optionsJSON = request(await client.passkeys.beginSecondFactor({}));
  return await client.passkeys.useSecondFactor({ credential: plain(await startAuthentication({ optionsJSON })) });
}

/** Lets the browser make a passkey for the options that the server sent. */
export async function makePasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  return plain(await startRegistration({ optionsJSON: creation(options) }));
}

/** Ends whatever the browser is asking, so that a page that is left asks nothing more. */
export const stopAsking = () => WebAuthnAbortService.cancelCeremony();
