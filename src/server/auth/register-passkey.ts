import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import { fail, violatedConstraint } from "../app-error.ts";
import type { Ceremonies } from "./ceremonies.ts";
import { descriptorsOf, passkeyColumns, presentPasskey } from "./passkey-rows.ts";
import { CEREMONY_SECONDS, handleOf, relyingParty } from "./relying-party.ts";
import type { Options, Sent } from "./relying-party.ts";
import type { FactorOwner } from "./second-factors/factor-deps.ts";
import type { SecondFactors } from "./second-factors/second-factors.ts";

/** EdDSA, ES256 and RS256 (RFC 9053): every passkey there is has one of them, and every runtime verifies them alike. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** What passkeys are kept with. */
export interface PasskeyDeps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly ceremonies: Ceremonies;
  readonly secondFactors: SecondFactors;
  readonly appUrl: string;
  readonly now: () => Date;
}

/** Whom a passkey is made for. */
export type PasskeyOwner = Pick<FactorOwner, "userId" | "email" | "firstName" | "lastName">;

/** What a browser is asked for when it shall make a passkey; `known` are those it must not make again. */
export function registrationOptions(
  appUrl: string,
  owner: PasskeyOwner,
  known: Awaited<ReturnType<typeof descriptorsOf>>,
) {
  return generateRegistrationOptions({
    rpName: "Exhibit",
    rpID: relyingParty(appUrl).rpID,
    userName: owner.email,
    userDisplayName: `${owner.firstName} ${owner.lastName}`.trim(),
    userID: handleOf(owner.userId),
    timeout: CEREMONY_SECONDS * 1_000,
    attestationType: "none",
    supportedAlgorithmIDs,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** What navigator.credentials.create() is called with. Every passkey can stand alone: it is found without a name. */
export async function beginRegistration(deps: PasskeyDeps, user: FactorOwner, request: RequestMeta): Promise<Options> {
  const { db, ceremonies, appUrl } = deps;
  const options = await registrationOptions(appUrl, user, await descriptorsOf(db, user.userId));
  const { challenge } = options;
  await ceremonies.begin(
    request,
    "passkey-registration",
    { challenge },
    { seconds: CEREMONY_SECONDS, userId: user.userId },
  );
  return { ...options };
}

/** Keeps the passkey that the browser made; recovery codes where there are none. Refuses `passkey-failed`, `passkey-known`. */
export async function registerPasskey(
  deps: PasskeyDeps,
  user: FactorOwner,
  name: string,
  sent: Sent,
  request: RequestMeta,
) {
  const { db, ceremonies, secondFactors, appUrl, now } = deps;
  const begun = await ceremonies.finish(request, "passkey-registration", user.userId);
  const challenge = begun?.["challenge"] ?? fail("passkey-failed");
  const made = await verifyNewPasskey(appUrl, challenge, sent);
  try {
    return await secondFactors.changing(user.userId, async (tx) => {
      const row = await tx
        .insertInto("auth.passkeys")
        .values({ ...made, user_id: user.userId, name, created_at: now() })
        .returning(passkeyColumns)
        .executeTakeFirstOrThrow();
      return { passkey: presentPasskey(row), recoveryCodes: await secondFactors.added(tx, user, "passkey-added") };
    });
  } catch (error) {
    if (violatedConstraint(error) !== "passkeys_credential_id_key") throw error;
    const own = (await descriptorsOf(db, user.userId)).some(
      (key) => key.id === made.credential_id.toString("base64url"),
    );
    // Of somebody else's passkey nothing is said.
    return fail(own ? "passkey-known" : "passkey-failed", error);
  }
}

/** What is kept of a passkey that a browser made for a challenge of ours. Refuses `passkey-failed`. */
export async function verifyNewPasskey(appUrl: string, challenge: string, sent: Sent) {
  const { registrationInfo } = await verifyRegistrationResponse({
    ...relyingParty(appUrl).expected,
    response: sent as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch((cause: unknown) => fail("passkey-failed", cause));
  const { credential, credentialBackedUp } = registrationInfo ?? fail("passkey-failed");
  return {
    credential_id: Buffer.from(credential.id, "base64url"),
    public_key: Buffer.from(credential.publicKey),
    sign_count: credential.counter,
    transports: transportsOf(credential.transports),
    backed_up: credentialBackedUp,
  };
}

/** Hints for the browser's dialog, which no signature covers: words, or nothing. */
function transportsOf(claimed: unknown): string[] {
  const list: unknown[] = Array.isArray(claimed) ? claimed : [];
  return list.filter((item) => typeof item === "string" && /^[a-z-]{1,20}$/.test(item)).slice(0, 10) as string[];
}
