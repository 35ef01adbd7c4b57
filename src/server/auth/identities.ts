import type { Kysely, Transaction } from "kysely";
import type { DB } from "../db/types.gen.ts";
import { fail } from "../app-error.ts";
import type { Accounts } from "./accounts/accounts.ts";

/** Whom a provider has signed in. The address is verified, and in a domain the provider speaks for. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly accounts: Accounts;
  readonly now: () => Date;
}

export type Identities = ReturnType<typeof openIdentities>;

/** Which account a provider means: the pair of issuer and subject, for an address may change or be given to another. */
export function openIdentities({ db, accounts, now }: Deps) {
  const known = async (tx: Kysely<DB>, { issuer, subject }: ProvenIdentity) =>
    (
      await tx
        .selectFrom("auth.identities")
        .select("user_id")
        .where("issuer", "=", issuer)
        .where("subject", "=", subject)
        .executeTakeFirst()
    )?.user_id;

  const link = async (tx: Transaction<DB>, identity: ProvenIdentity): Promise<string> => {
    const { issuer, subject, email } = identity;
    const made = await accounts.create(tx, identity);
    const userId = made ?? (await accounts.findByEmail(tx, email)) ?? fail("single-sign-on-failed");
    await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
    // Looked up again: another request of the same person may have linked it while this one waited.
    const linked = await known(tx, identity);
    if (linked !== undefined) return linked === userId ? userId : fail("single-sign-on-failed");
    const before = await tx
      .selectFrom("auth.identities")
      .select("subject")
      .where("user_id", "=", userId)
      .where("issuer", "=", issuer)
      .executeTakeFirst();
    // An address that was given to somebody else must not bring them the account of who had it before.
    if (before) fail("single-sign-on-taken");
    await tx.insertInto("auth.identities").values({ issuer, subject, user_id: userId, created_at: now() }).execute();
    return userId;
  };

  return {
    /**
     * The account of an identity. One that is seen for the first time is linked to the account of its address, or makes
     * one; refuses `single-sign-on-taken` when that account belongs to another identity of the same provider.
     */
    findOrLink: (identity: ProvenIdentity): Promise<string> =>
      db.transaction().execute(async (tx) => (await known(tx, identity)) ?? (await link(tx, identity))),
  };
}
