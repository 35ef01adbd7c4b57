import type { Kysely, Transaction } from "kysely";
import type { DB } from "../db/types.gen.ts";
import { fail } from "../app-error.ts";
import type { Outbox } from "../mail/outbox.ts";
import { providerJoined } from "../mail/templates/provider-notices.ts";
import type { Accounts } from "./accounts/accounts.ts";
import { domainOf } from "./proven-identity.ts";
import type { SingleSignOn } from "./single-sign-on.ts";

/** Whom a provider has signed in. The address is verified by who knows whose it is. */
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
  readonly outbox: Outbox;
  readonly appUrl: string;
  /** Mail domains that the operator's own provider speaks for: about their addresses no other is believed. */
  readonly ownDomains: readonly string[];
  readonly now: () => Date;
}

type Provider = Pick<SingleSignOn, "key" | "name" | "opensByAddress">;

export type Identities = ReturnType<typeof openIdentities>;

/** Which account a provider means: the pair of issuer and subject, for an address may change or be given to another. */
export function openIdentities({ db, accounts, outbox, appUrl, ownDomains, now }: Deps) {
  const known = async (tx: Kysely<DB>, { issuer, subject }: ProvenIdentity) =>
    (
      await tx
        .selectFrom("auth.identities")
        .select("user_id")
        .where("issuer", "=", issuer)
        .where("subject", "=", subject)
        .where("disconnected_at", "is", null)
        .executeTakeFirst()
    )?.user_id;

  /**
   * The account of an identity, or that its owner ended it. One statement: between two, another request of the same person may
   * make it, and what is there now would be taken for what was ended.
   */
  const seen = async (tx: Kysely<DB>, { issuer, subject }: ProvenIdentity) =>
    await tx
      .selectFrom("auth.identities")
      .select(["user_id", "disconnected_at"])
      .where("issuer", "=", issuer)
      .where("subject", "=", subject)
      .orderBy("disconnected_at", (order) => order.desc().nullsFirst())
      .limit(1)
      .executeTakeFirst();

  const link = async (tx: Transaction<DB>, identity: ProvenIdentity, provider: Provider): Promise<string> => {
    const { issuer, subject, email } = identity;
    const made = await accounts.create(tx, identity);
    const userId = made ?? (await accounts.findByEmail(tx, email)) ?? fail("single-sign-on-failed");
    await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
    // Looked up again: another request of the same person may have linked it while this one waited.
    const linked = await known(tx, identity);
    if (linked !== undefined) return linked === userId ? userId : fail("single-sign-on-failed");
    const before = await tx
      .selectFrom("auth.identities")
      .select("disconnected_at")
      .where("user_id", "=", userId)
      .where("issuer", "=", issuer)
      .execute();
    // An address that was given to somebody else must not bring them the account of who had it before.
    if (before.some(({ disconnected_at: ended }) => ended === null)) fail("single-sign-on-taken");
    // What the owner disconnected comes back by their own hand alone.
    const mayJoin = provider.opensByAddress && before.length === 0;
    if (made === undefined && !mayJoin) fail("single-sign-on-connect");
    await tx.insertInto("auth.identities").values({ issuer, subject, user_id: userId, created_at: now() }).execute();
    // Whose account it was before learns that there is another way in.
    if (made === undefined) {
      const user = await tx
        .selectFrom("auth.users")
        .select(["email", "first_name as firstName", "last_name as lastName"])
        .where("id", "=", userId)
        .executeTakeFirstOrThrow();
      await outbox.enqueue(tx, providerJoined({ user, appUrl, at: now(), provider: provider.name }));
    }
    return userId;
  };

  return {
    /**
     * The account of an identity. One that is seen for the first time is linked to the account of its address, or makes
     * one; refuses `single-sign-on-connect` where the provider's word does not open an account that is there, or its owner
     * disconnected the provider, `single-sign-on-taken` when that account belongs to another identity of the same provider, and
     * `single-sign-on-foreign` for an address that the operator's own provider speaks for.
     */
    async findOrLink(identity: ProvenIdentity, provider: Provider): Promise<string> {
      const isForeign = provider.key !== "single-sign-on" && ownDomains.includes(domainOf(identity.email));
      if (isForeign) return fail("single-sign-on-foreign");
      return await db.transaction().execute(async (tx) => {
        const found = await seen(tx, identity);
        if (found === undefined) return await link(tx, identity, provider);
        if (found.disconnected_at !== null) return fail("single-sign-on-connect");
        const userId = found.user_id;
        // Its account may be of such an address, whatever the provider calls the person now.
        const { email } = await tx
          .selectFrom("auth.users")
          .select("email")
          .where("id", "=", userId)
          .executeTakeFirstOrThrow();
        if (provider.key !== "single-sign-on" && ownDomains.includes(domainOf(email)))
          return fail("single-sign-on-foreign");
        return userId;
      });
    },
  };
}
