import type { Transaction } from "kysely";
import { splitName } from "#domain/person-name.ts";
import type { Accounts } from "../auth/accounts/accounts.ts";
import { sha256 } from "../auth/tokens.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import { callFunction } from "../db/functions.ts";
import { retryConflicts } from "../db/retry-conflicts.ts";
import type { DB } from "../db/types.gen.ts";
import { fail } from "../app-error.ts";
import { writeAct } from "../ledger/record-act.ts";
import { refuseOutcome } from "./answered.ts";
import { findInvitation } from "./look-up.ts";
import { refuseBroken } from "./refuse-broken.ts";

/** What joining by a mailed link needs. */
export interface JoinDeps {
  readonly databases: Pick<Databases, "auth" | "user">;
  readonly accounts: Pick<Accounts, "create">;
  readonly now: () => Date;
}

/** Somebody whose address a mailed link proves, and what they are invited as. */
export interface Newcomer {
  readonly email: string;
  readonly role: string;
}

/**
 * For whom a link may make an account. Refuses `invitation-invalid` and `invitation-ended`, and `invitation-sign-in` where the
 * link was not mailed or the address has an account: of the two nobody is told which.
 */
export async function requireNewcomer({ databases, now }: JoinDeps, token: string): Promise<Newcomer> {
  const { state } = await findInvitation(databases.user, token, now());
  if (state !== "open") fail("invitation-ended");
  const [newcomer] = await callFunction(databases.user, "app.invited_newcomer", [sha256(token), now()]);
  return newcomer ?? fail("invitation-sign-in");
}

interface Entering {
  readonly token: string;
  readonly newcomer: Newcomer;
  readonly userId: string;
  readonly name: string;
  /** The hash of the password; none where another way in is kept by `keep`. */
  readonly passwordHash?: string;
  /** Keeps what the person signs in with from now on. */
  readonly keep?: (tx: Transaction<DB>) => Promise<void>;
}

/**
 * Makes the account, the membership and the entry in the ledger in one transaction: nobody is left with one of them. Sign-ups
 * that others began with the address end with it. Refuses `invitation-sign-in` when somebody made the account meanwhile,
 * `invitation-invalid`, `invitation-ended` and `users-limit`.
 */
export async function enterCompany({ databases, accounts, now }: JoinDeps, entering: Entering) {
  const { token, newcomer, userId, name, passwordHash, keep } = entering;
  const { email, role } = newcomer;
  const details = { role, outcome: "joined" };
  return await retryConflicts(() =>
    asCaller(databases.auth, { userId }, async (tx) => {
      const made = await accounts.create(tx, { id: userId, email, ...splitName(name) }, passwordHash);
      if (made === undefined) fail("invitation-sign-in");
      await keep?.(tx);
      const act = writeAct({ userId }, "invitation.accepted", { subject: userId, details });
      const given = [sha256(token), userId, now(), act.id, act.details, act.salt, act.commitment] as const;
      const [row] = await callFunction(tx, "app.join_by_invitation", [...given]).catch(refuseBroken);
      const { outcome, company_id: companyId, company_name: company } = row ?? {};
      if (outcome !== "joined" || !companyId || !company) return refuseOutcome(outcome);
      return { companyId, company };
    }),
  );
}
