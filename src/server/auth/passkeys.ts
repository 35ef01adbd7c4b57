import type { RequestMeta } from "../endpoints/request.ts";
import { fail } from "../app-error.ts";
import { passkeyColumns, presentPasskey } from "./passkey-rows.ts";
import type { Passkey } from "./passkey-rows.ts";
import { beginJoining, finishJoining } from "./joining-passkey.ts";
import type { JoiningFacts } from "./joining-passkey.ts";
import { beginRegistration, registerPasskey } from "./register-passkey.ts";
import type { PasskeyDeps, PasskeyOwner } from "./register-passkey.ts";
import type { Sent } from "./relying-party.ts";
import type { FactorOwner } from "./second-factors/factor-deps.ts";

export type Passkeys = ReturnType<typeof openPasskeys>;

/** The passkeys of an account (WebAuthn level 3): the library reads and verifies what browsers send, this keeps it. */
export function openPasskeys(deps: PasskeyDeps) {
  const { db, secondFactors } = deps;

  return {
    /** The passkeys of an account, oldest first. */
    list: async (userId: string): Promise<Passkey[]> =>
      (
        await db
          .selectFrom("auth.passkeys")
          .select(passkeyColumns)
          .where("user_id", "=", userId)
          .orderBy("created_at")
          .orderBy("id")
          .execute()
      ).map(presentPasskey),

    beginRegistration: (user: FactorOwner, request: RequestMeta) => beginRegistration(deps, user, request),
    register: (user: FactorOwner, name: string, sent: Sent, request: RequestMeta) =>
      registerPasskey(deps, user, name, sent, request),

    beginJoining: (person: PasskeyOwner, facts: JoiningFacts, request: RequestMeta) =>
      beginJoining(deps, person, facts, request),
    finishJoining: (sent: Sent, request: RequestMeta) => finishJoining(deps, sent, request),

    /** Names a passkey of the account; refuses `not-found`. */
    async rename(userId: string, passkeyId: string, name: string): Promise<Passkey> {
      const row = await db
        .updateTable("auth.passkeys")
        .set({ name })
        .where("id", "=", passkeyId)
        .where("user_id", "=", userId)
        .returning(passkeyColumns)
        .executeTakeFirst();
      return presentPasskey(row ?? fail("not-found"));
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
        if (!gone) fail("not-found");
        return await secondFactors.removed(tx, user, "passkey-removed");
      }),
  };
}
