import type { Transaction } from "kysely";
import type { DB } from "../../db/types.gen.ts";
import type { RequestMeta } from "../../endpoints/request.ts";
import type { SignInMethod } from "../../endpoints/session.ts";
import { fail } from "../../app-error.ts";
import type { Proof } from "../accounts/account-deps.ts";
import { onSignedIn, findPerson } from "../on-signed-in.ts";
import { isDisabled } from "../disabled.ts";
import { newToken, sha256 } from "../tokens.ts";
import { handToken, forgetSession, mostSeconds } from "./session-deps.ts";
import type { SessionDeps } from "./session-deps.ts";
import type { SignedIn } from "./signed-in.ts";

/** How long a half-finished sign-in waits for the second factor. */
const AWAITING = 10 * 60_000;

/**
 * Opens a session for somebody who showed who they are, in place of the browser's present one. It waits for the second
 * factor where the account has one, unless what was shown counts as both.
 */
export function openSession(deps: SessionDeps) {
  const { db, secondFactors, limits, now } = deps;
  const arrive = onSignedIn(deps);
  return async (
    userId: string,
    method: SignInMethod,
    request: RequestMeta,
    { hasSecondFactor = false, proof }: { hasSecondFactor?: boolean; proof?: Proof } = {},
  ): Promise<SignedIn> => {
    const token = newToken();
    const at = now();
    return await db.transaction().execute(async (tx) => {
      await assertStillCounts(tx, userId, proof);
      const methods = hasSecondFactor ? [] : await secondFactors.methodsOf(userId, tx);
      const awaits = methods.length > 0;
      await forgetSession(deps, tx, request);
      const { id } = await tx
        .insertInto("auth.sessions")
        .values({
          user_id: userId,
          token_sha256: sha256(token),
          method,
          awaits_second_factor: awaits,
          has_second_factor: hasSecondFactor,
          created_at: at,
          authenticated_at: at,
          last_used_at: at,
          expires_at: new Date(at.getTime() + (awaits ? AWAITING : mostSeconds(limits) * 1_000)),
          address: request.address,
          user_agent: request.userAgent,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      handToken(deps, request, token, awaits ? AWAITING / 1_000 : mostSeconds(limits));
      if (awaits) return { user: null, secondFactor: methods };
      await arrive(tx, { id, userId }, request, method);
      return { user: await findPerson(tx, userId), secondFactor: null };
    });
  };
}

/**
 * Whoever changes a password or a second factor, or disables the account, holds the user's row: this waits for them,
 * and nothing that was shown before counts after. That an account is disabled is said to whom showed to be its owner.
 */
async function assertStillCounts(tx: Transaction<DB>, userId: string, proof: Proof | undefined): Promise<void> {
  await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forShare().execute();
  if (await isDisabled(tx, userId)) fail("account-disabled");
  if (!proof) return;
  const row = await tx
    .selectFrom("auth.passwords")
    .select("changed_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (row?.changed_at.getTime() !== proof.passwordOf?.getTime()) fail("invalid-credentials");
}
