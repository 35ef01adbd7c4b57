import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";
import { fail } from "../app-error.ts";
import { handleOf, relyingParty } from "./relying-party.ts";
import type { Sent } from "./relying-party.ts";

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly appUrl: string;
  readonly now: () => Date;
}

/** Hears whose passkey it was that did not pass, for the history. */
export type OnRefused = (userId: string) => Promise<void>;

/**
 * Verifies what an authenticator signed and notes its use; says whose passkey it is. Refuses `passkey-failed` alike for a
 * passkey nobody has, one of somebody else, and one that did not sign.
 */
export async function verifyPasskey(
  { db, appUrl, now }: Deps,
  sent: Sent,
  challenge: string | undefined,
  of: { userId?: string; verified: boolean; refused: OnRefused },
): Promise<{ userId: string }> {
  const { expected } = relyingParty(appUrl);
  if (challenge === undefined) return fail("passkey-failed");
  const credentialId = Buffer.from(typeof sent["id"] === "string" ? sent["id"] : "", "base64url");
  const key = await db
    .selectFrom("auth.passkeys")
    .select(["id", "user_id", "public_key", "sign_count"])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
  if (!key || (of.userId !== undefined && key.user_id !== of.userId)) return fail("passkey-failed");
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
    return fail("passkey-failed", cause);
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
  return fail("passkey-failed");
}
