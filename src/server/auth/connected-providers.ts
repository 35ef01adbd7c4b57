import type { Kysely, Transaction } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { Session, SignInProviderKey } from "../endpoints/session.ts";
import { fail, violatedConstraint } from "../app-error.ts";
import type { Outbox } from "../mail/outbox.ts";
import { providerConnected, providerDisconnected } from "../mail/templates/provider-notices.ts";
import type { ProvenIdentity } from "./identities.ts";
import { domainOf } from "./proven-identity.ts";
import { publicProviderOf } from "./public-providers.ts";
import type { SingleSignOn } from "./single-sign-on.ts";

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly providers: readonly SingleSignOn[];
  /** Mail domains whose people sign in by the operator's own provider alone. */
  readonly ownDomains: readonly string[];
  readonly now: () => Date;
}

type Owner = Pick<Session, "id" | "userId" | "email">;

const names: Readonly<Record<SignInProviderKey, string>> = {
  "single-sign-on": "Single sign-on",
  google: "Google",
  microsoft: "Microsoft",
  github: "GitHub",
};

export type ConnectedProviders = ReturnType<typeof openConnectedProviders>;

/** The providers that sign in to an account, as its owner connects and disconnects them. */
export function openConnectedProviders({ db, outbox, appUrl, providers, ownDomains, now }: Deps) {
  const setUp = (key: SignInProviderKey) => providers.find((provider) => provider.key === key);
  const nameOf = (key: SignInProviderKey) => setUp(key)?.name ?? names[key];
  const mayUse = (key: SignInProviderKey, email: string) =>
    key === "single-sign-on" || !ownDomains.includes(domainOf(email));
  // Whom the operator no longer offers is still named; what no public provider signs was a provider of their own.
  const keyOf = (issuer: string): SignInProviderKey =>
    providers.find(({ isIssuer }) => isIssuer(issuer))?.key ?? publicProviderOf(issuer) ?? "single-sign-on";

  const connectedTo = async (on: Kysely<DB>, userId: string) => {
    const rows = await on
      .selectFrom("auth.identities")
      .select(["issuer", "subject", "created_at"])
      .where("user_id", "=", userId)
      .where("disconnected_at", "is", null)
      .orderBy("created_at")
      .execute();
    return rows.map((row) => {
      const isServed = providers.some(({ isIssuer }) => isIssuer(row.issuer));
      return { ...row, key: keyOf(row.issuer), isServed };
    });
  };

  const hold = async (tx: Transaction<DB>, userId: string) =>
    await tx
      .selectFrom("auth.users")
      .select(["email", "first_name as firstName", "last_name as lastName"])
      .where("id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();

  /** Whether the owner still gets in; a link by mail counts for nothing, for who lost the mailbox has none. */
  const hasAnotherWay = async (tx: Transaction<DB>, owner: Owner, left: Awaited<ReturnType<typeof connectedTo>>) => {
    if (left.some(({ key, isServed }) => isServed && mayUse(key, owner.email))) return true;
    const { password, passkey } = await tx
      .selectNoFrom((query) => [
        query
          .exists(query.selectFrom("auth.passwords").select("user_id").where("user_id", "=", owner.userId))
          .as("password"),
        query
          .exists(query.selectFrom("auth.passkeys").select("user_id").where("user_id", "=", owner.userId))
          .as("passkey"),
      ])
      .executeTakeFirstOrThrow();
    return Boolean(password) || Boolean(passkey);
  };

  return {
    /** What signs in to an account, and what could. */
    async list({ userId, email }: Owner) {
      const identities = await connectedTo(db, userId);
      const used = await db
        .selectFrom("auth.sign_ins")
        .select(["method", (query) => query.fn.max("at").as("at")])
        .where("user_id", "=", userId)
        .where("outcome", "=", "signed-in")
        .groupBy("method")
        .execute();
      const connected = [...new Map(identities.map((identity) => [identity.key, identity])).values()];
      return {
        connected: connected.map(({ key, created_at: since }) => {
          const at = used.find(({ method }) => method === key)?.at;
          return {
            provider: key,
            name: nameOf(key),
            since: since.toISOString(),
            // What was connected again was not used since.
            lastUsedAt: at && at >= since ? at.toISOString() : null,
          };
        }),
        offered: providers
          .filter(({ key }) => mayUse(key, email) && !connected.some((identity) => identity.key === key))
          .map(({ key, name }) => ({ provider: key, name })),
      };
    },

    /** The provider that somebody is about to connect; refuses `not-found` and `single-sign-on-foreign`. */
    offered(key: SignInProviderKey, { email }: Owner): SingleSignOn {
      const provider = setUp(key) ?? fail("not-found");
      return mayUse(key, email) ? provider : fail("single-sign-on-foreign");
    },

    /**
     * Connects an identity to the account whose session this is, whatever address the provider says. Refuses
     * `provider-connected-elsewhere`, `single-sign-on-taken` where the account has another identity there, and
     * `single-sign-on-foreign`.
     */
    async connect(identity: ProvenIdentity, { key, name }: Pick<SingleSignOn, "key" | "name">, { userId }: Owner) {
      const { issuer, subject } = identity;
      const link = async (tx: Transaction<DB>) => {
        const user = await hold(tx, userId);
        if (!mayUse(key, user.email) || !mayUse(key, identity.email)) return fail("single-sign-on-foreign");
        const owner = await tx
          .selectFrom("auth.identities")
          .select("user_id")
          .where("issuer", "=", issuer)
          .where("subject", "=", subject)
          .where("disconnected_at", "is", null)
          .executeTakeFirst();
        if (owner) return owner.user_id === userId ? undefined : fail("provider-connected-elsewhere");
        if ((await connectedTo(tx, userId)).some((other) => other.issuer === issuer)) fail("single-sign-on-taken");
        await tx
          .insertInto("auth.identities")
          .values({ issuer, subject, user_id: userId, created_at: now() })
          .onConflict((conflict) =>
            conflict
              .columns(["issuer", "subject", "user_id"])
              .doUpdateSet({ created_at: now(), disconnected_at: null }),
          )
          .execute();
        await outbox.enqueue(tx, providerConnected({ user, appUrl, at: now(), provider: name }));
      };
      try {
        await db.transaction().execute(link);
      } catch (error) {
        // Another account was faster.
        if (violatedConstraint(error) === "identities_connected") fail("provider-connected-elsewhere", error);
        throw error;
      }
    },

    /** Disconnects a provider and ends the other sessions that it opened; refuses `not-found` and `last-way-in`. */
    async disconnect(key: SignInProviderKey, owner: Owner): Promise<void> {
      const { userId } = owner;
      await db.transaction().execute(async (tx) => {
        const user = await hold(tx, userId);
        const identities = await connectedTo(tx, userId);
        const issuers = identities.filter((identity) => identity.key === key).map(({ issuer }) => issuer);
        if (issuers.length === 0) fail("not-found");
        const left = identities.filter((identity) => identity.key !== key);
        if (!(await hasAnotherWay(tx, owner, left))) fail("last-way-in");
        await tx
          .updateTable("auth.identities")
          .set({ disconnected_at: now() })
          .where("user_id", "=", userId)
          .where("issuer", "in", issuers)
          .where("disconnected_at", "is", null)
          .execute();
        await tx
          .deleteFrom("auth.sessions")
          .where("user_id", "=", userId)
          .where("method", "=", key)
          .where("id", "<>", owner.id)
          .execute();
        await outbox.enqueue(tx, providerDisconnected({ user, appUrl, at: now(), provider: nameOf(key) }));
      });
    },
  };
}
