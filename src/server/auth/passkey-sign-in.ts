import { generateAuthenticationOptions } from "@simplewebauthn/server";
import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import type { Ceremonies } from "./ceremonies.ts";
import { descriptorsOf } from "./passkey-rows.ts";
import { CEREMONY_SECONDS, relyingParty } from "./relying-party.ts";
import type { Options, Sent } from "./relying-party.ts";
import { verifyPasskey } from "./verify-passkey.ts";
import type { OnRefused } from "./verify-passkey.ts";

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

export type PasskeySignIn = ReturnType<typeof openPasskeySignIn>;

/** Signing in with passkeys (WebAuthn level 3): alone, or as the second factor. */
export function openPasskeySignIn(deps: Deps) {
  const { db, ceremonies } = deps;
  const { rpID } = relyingParty(deps.appUrl);
  const timeout = CEREMONY_SECONDS * 1_000;

  return {
    /** What navigator.credentials.get() is called with where nobody has said who they are: the same for everybody. */
    async begin(request: RequestMeta): Promise<Options> {
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
    async use(sent: Sent, request: RequestMeta, refused: OnRefused) {
      const begun = await ceremonies.finish(request, "passkey-sign-in");
      return await verifyPasskey(deps, sent, begun?.["challenge"], { verified: true, refused });
    },

    /** The same for a sign-in that waits for its second factor: only passkeys of that account. */
    async beginSecondFactor({ id, userId }: Awaiting, request: RequestMeta): Promise<Options> {
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
      request: RequestMeta,
      refused: OnRefused,
    ): Promise<void> {
      const begun = await ceremonies.finish(request, "passkey-second-factor", userId);
      const challenge = begun?.["session"] === id ? begun["challenge"] : undefined;
      await verifyPasskey(deps, sent, challenge, { userId, verified: false, refused });
    },
  };
}
