import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { RequestFacts } from "../endpoints/request.ts";
import { refuse, violatedConstraint } from "../refusal.ts";
import type { Ceremonies } from "./ceremonies.ts";
import { CEREMONY_SECONDS, handleOf, relyingParty } from "./relying-party.ts";
import type { Options, Sent } from "./relying-party.ts";
import type { FactorOwner, SecondFactors } from "./second-factors.ts";

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly ceremonies: Ceremonies;
  readonly secondFactors: SecondFactors;
  readonly appUrl: string;
  readonly now: () => Date;
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly backedUp: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** EdDSA, ES256 and RS256 (RFC 9053): every passkey there is has one of them, and every runtime verifies them alike. */
const supportedAlgorithmIDs = [-8, -7, -257];

const columns = ["id", "name", "backed_up", "created_at", "last_used_at"] as const;

export type Passkeys = ReturnType<typeof openPasskeys>;

/** The passkeys of an account (WebAuthn level 3): the library reads and verifies what browsers send, this keeps it. */
export function openPasskeys({ db, ceremonies, secondFactors, appUrl, now }: Deps) {
  const { rpID, expected } = relyingParty(appUrl);

  return {
    /** The passkeys of an account, oldest first. */
    list: async (userId: string): Promise<Passkey[]> =>
      (
        await db
          .selectFrom("auth.passkeys")
          .select(columns)
          .where("user_id", "=", userId)
          .orderBy("created_at")
          .orderBy("id")
          .execute()
      ).map(present),

    /** What navigator.credentials.create() is called with. Every passkey can stand alone: it is found without a name. */
    async beginRegistration(user: FactorOwner, request: RequestFacts): Promise<Options> {
      const options = await generateRegistrationOptions({
        rpName: "Exhibit",
        rpID,
        userName: user.email,
        userDisplayName: `${user.firstName} ${user.lastName}`.trim(),
        userID: handleOf(user.userId),
        timeout: CEREMONY_SECONDS * 1_000,
        attestationType: "none",
        supportedAlgorithmIDs,
        excludeCredentials: await descriptorsOf(db, user.userId),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      const { challenge } = options;
      await ceremonies.begin(
        request,
        "passkey-registration",
        { challenge },
        { seconds: CEREMONY_SECONDS, userId: user.userId },
      );
      return { ...options };
    },

    /** Keeps the passkey that the browser made; recovery codes where there are none. Refuses `passkey-failed`, `passkey-known`. */
    async register(user: FactorOwner, name: string, sent: Sent, request: RequestFacts) {
      const begun = await ceremonies.finish(request, "passkey-registration", user.userId);
      const challenge = begun?.["challenge"] ?? refuse("passkey-failed");
      const { registrationInfo } = await verifyRegistrationResponse({
        ...expected,
        response: sent as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        requireUserVerification: true,
        supportedAlgorithmIDs,
      }).catch((cause: unknown) => refuse("passkey-failed", cause));
      const { credential, credentialBackedUp } = registrationInfo ?? refuse("passkey-failed");
      const credentialId = Buffer.from(credential.id, "base64url");
      try {
        return await secondFactors.changing(user.userId, async (tx) => {
          const row = await tx
            .insertInto("auth.passkeys")
            .values({
              user_id: user.userId,
              credential_id: credentialId,
              public_key: Buffer.from(credential.publicKey),
              sign_count: credential.counter,
              transports: transportsOf(credential.transports),
              name,
              backed_up: credentialBackedUp,
              created_at: now(),
            })
            .returning(columns)
            .executeTakeFirstOrThrow();
          return { passkey: present(row), recoveryCodes: await secondFactors.added(tx, user, "passkey-added") };
        });
      } catch (error) {
        if (violatedConstraint(error) !== "passkeys_credential_id_key") throw error;
        const own = (await descriptorsOf(db, user.userId)).some((key) => key.id === credential.id);
        // Of somebody else's passkey nothing is said.
        return refuse(own ? "passkey-known" : "passkey-failed", error);
      }
    },

    /** Names a passkey of the account; refuses `not-found`. */
    async rename(userId: string, passkeyId: string, name: string): Promise<Passkey> {
      const row = await db
        .updateTable("auth.passkeys")
        .set({ name })
        .where("id", "=", passkeyId)
        .where("user_id", "=", userId)
        .returning(columns)
        .executeTakeFirst();
      return present(row ?? refuse("not-found"));
    },

    /** Removes a passkey; answers whether another factor is left, and refuses `not-found` and `second-factor-kept`. */
    remove: (user: FactorOwner, passkeyId: string): Promise<boolean> =>
      secondFactors.changing(user.userId, async (tx) => {
        const gone = await tx
          .deleteFrom("auth.passkeys")
          .where("id", "=", passkeyId)
          .where("user_id", "=", user.userId)
          .returning("id")
          .executeTakeFirst();
        if (!gone) refuse("not-found");
        return await secondFactors.removed(tx, user, "passkey-removed");
      }),
  };
}

function present(row: {
  id: string;
  name: string;
  backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
}): Passkey {
  return {
    id: row.id,
    name: row.name,
    backedUp: row.backed_up,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** An account's passkeys, as a browser is told which ones are meant. */
export async function descriptorsOf(db: Kysely<DB>, userId: string) {
  const rows = await db
    .selectFrom("auth.passkeys")
    .select(["credential_id", "transports"])
    .where("user_id", "=", userId)
    .execute();
  return rows.map((row) => ({ id: row.credential_id.toString("base64url"), transports: row.transports }));
}

/** Hints for the browser's dialog, which no signature covers: words, or nothing. */
function transportsOf(claimed: unknown): string[] {
  const list: unknown[] = Array.isArray(claimed) ? claimed : [];
  return list.filter((one) => typeof one === "string" && /^[a-z-]{1,20}$/.test(one)).slice(0, 10) as string[];
}
