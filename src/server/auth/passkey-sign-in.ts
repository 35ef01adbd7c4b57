import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { RequestFacts } from "../endpoints/request.ts";
import { refuse } from "../refusal.ts";
import type { Ceremonies } from "./ceremonies.ts";
import { descriptorsOf } from "./passkeys.ts";
import { CEREMONY_SECONDS, handleOf, relyingParty } from "./relying-party.ts";
import type { Options, Sent } from "./relying-party.ts";

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly ceremonies: Ceremonies;
  readonly appUrl: string;
  readonly now: () => Date;
}

/** A sign-in that waits for its second factor. */
interface Awaiting {
  readonly id: string;
  readonly userId: string;
}

/** Hears whose passkey it was that did not pass, for the history. */
type OnRefused = (userId: string) => Promise<void>;

export type PasskeySignIn = ReturnType<typeof openPasskeySignIn>;

/** Signing in with passkeys (WebAuthn level 3): alone, or as the second factor. */
export function openPasskeySignIn({ db, ceremonies, appUrl, now }: Deps) {
  const { rpID, expected } = relyingParty(appUrl);
  const timeout = CEREMONY_SECONDS * 1_000;

  /**
   * Verifies what an authenticator signed and notes its use; says whose passkey it is. Refuses `passkey-failed` alike for a
   * passkey nobody has, one of somebody else, and one that did not sign.
   */
  const verify = async (
    sent: Sent,
    challenge: string | undefined,
    of: { userId?: string; verified: boolean; refused: OnRefused },
  ): Promise<{ userId: string }> => {
    if (challenge === undefined) return refuse("passkey-failed");
    const credentialId = Buffer.from(typeof sent["id"] === "string" ? sent["id"] : "", "base64url");
    const key = await db
      .selectFrom("auth.passkeys")
      .select(["id", "user_id", "public_key", "sign_count"])
      .where("credential_id", "=", credentialId)
      .executeTakeFirst();
    if (!key || (of.userId !== undefined && key.user_id !== of.userId)) return refuse("passkey-failed");
    const response = sent as unknown as AuthenticationResponseJSON;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response,
      expectedChallenge: challenge,
      requireUserVerification: of.verified,
      credential: {
        id: credentialId.toString("base64url"),
        publicKey: Uint8Array.from(key.public_key),
        counter: key.sign_count,
      },
    }).catch(async (cause: unknown) => {
      await of.refused(key.user_id);
      return refuse("passkey-failed", cause);
    });
    const handle = response.response.userHandle;
    // Without a session it is the passkey that says who comes, so it has to name the account it was made for.
    const named = of.userId !== undefined || handle === Buffer.from(handleOf(key.user_id)).toString("base64url");
    const count = authenticationInfo.newCounter;
    // In the statement again: of two answers with the same count at the same instant, one is a copy.
    const noted =
      verified && named
        ? await db
            .updateTable("auth.passkeys")
            .set({ sign_count: count, backed_up: authenticationInfo.credentialBackedUp, last_used_at: now() })
            .where("id", "=", key.id)
            .where("sign_count", count === 0 ? "=" : "<", count)
            .returning("id")
            .executeTakeFirst()
        : undefined;
    if (noted) return { userId: key.user_id };
    await of.refused(key.user_id);
    return refuse("passkey-failed");
  };

  return {
    /** What navigator.credentials.get() is called with where nobody has said who they are: the same for everybody. */
    async begin(request: RequestFacts): Promise<Options> {
      const options = await generateAuthenticationOptions({ rpID, userVerification: "required", timeout });
      await ceremonies.begin(
        request,
        "passkey-sign-in",
        { challenge: options.challenge },
        { seconds: CEREMONY_SECONDS },
      );
      return { ...options };
    },

    /** Whose passkey signed, after its owner was verified by it; `refused` hears of failures. Refuses `passkey-failed`. */
    async use(sent: Sent, request: RequestFacts, refused: OnRefused) {
      const begun = await ceremonies.finish(request, "passkey-sign-in");
      return await verify(sent, begun?.["challenge"], { verified: true, refused });
    },

    /** The same for a sign-in that waits for its second factor: only passkeys of that account. */
    async beginSecondFactor({ id, userId }: Awaiting, request: RequestFacts): Promise<Options> {
      const options = await generateAuthenticationOptions({
        rpID,
        userVerification: "preferred",
        timeout,
        allowCredentials: await descriptorsOf(db, userId),
      });
      const facts = { challenge: options.challenge, session: id };
      await ceremonies.begin(request, "passkey-second-factor", facts, { seconds: CEREMONY_SECONDS, userId });
      return { ...options };
    },

    /** Refuses `passkey-failed` unless a passkey of the very account signed what this very sign-in asked. */
    async useSecondFactor(
      { id, userId }: Awaiting,
      sent: Sent,
      request: RequestFacts,
      refused: OnRefused,
    ): Promise<void> {
      const begun = await ceremonies.finish(request, "passkey-second-factor", userId);
      const challenge = begun?.["session"] === id ? begun["challenge"] : undefined;
      await verify(sent, challenge, { userId, verified: false, refused });
    },
  };
}
