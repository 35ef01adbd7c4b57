import { sql } from "kysely";
import type { Kysely, Transaction } from "kysely";
import type pg from "pg";
import type { Logger } from "pino";
import type { RequestFacts } from "../endpoints/request.ts";
import type { DB } from "../db/types.gen.ts";
import type { Outbox } from "../mail/outbox.ts";
import { refuse } from "../refusal.ts";
import type { Proof } from "./accounts.ts";
import { arrivals, findPerson } from "./arrivals.ts";
import type { Cookies } from "./cookies.ts";
import { isDisabled } from "./disabled.ts";
import type { SecondFactors, SecondFactorMethod } from "./second-factors.ts";
import { sessionFinder } from "./session-finder.ts";
import type { Session, SignInMethod } from "../endpoints/session.ts";
import { newToken, sha256 } from "./tokens.ts";

/** Either signed in, or only the second factor is missing. */
export interface SignedIn {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
  } | null;
  readonly secondFactor: SecondFactorMethod[] | null;
}

/** How long a session lasts without use, and at most. */
export interface SessionLimits {
  readonly idleMinutes: number;
  readonly hours: number;
}

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly pool: pg.Pool;
  readonly cookies: Cookies;
  readonly secondFactors: SecondFactors;
  readonly outbox: Outbox;
  readonly limits: SessionLimits;
  readonly appUrl: string;
  readonly now: () => Date;
  readonly log: Logger;
}

const MINUTE = 60_000;
/** How long a half-finished sign-in waits for the second factor. */
const AWAITING = 10 * MINUTE;

export type Sessions = ReturnType<typeof openSessions>;

/** Sessions in the database: opaque to the browser, ended at once for every process, found by the hash of their token. */
export function openSessions({ db, pool, cookies, secondFactors, outbox, limits, appUrl, now, log }: Deps) {
  const maxAge = limits.hours * 60 * 60;

  const find = sessionFinder({ pool, idleMs: limits.idleMinutes * MINUTE, now, log });
  const arrive = arrivals({ cookies, outbox, appUrl, now });

  /** Deletes the session that the browser has; its token may have changed while the request was on its way. */
  const forget = async (tx: Kysely<DB>, request: RequestFacts) => {
    const token = cookies.read(request.cookie, "session");
    if (token === undefined) return;
    const hash = sha256(token);
    await sql`DELETE FROM auth.sessions WHERE token_sha256 = ${hash}
      OR (previous_sha256 = ${hash} AND previous_until > ${now()})`.execute(tx);
  };

  const hand = (request: RequestFacts, token: string, seconds = maxAge) =>
    request.setCookie(cookies.set("session", token, seconds));

  /**
   * Whoever changes a password or a second factor, or disables the account, holds the user's row: this waits for them,
   * and nothing that was shown before counts after. That an account is disabled is said to whom showed to be its owner.
   */
  const assertStillCounts = async (tx: Transaction<DB>, userId: string, proof: Proof | undefined) => {
    await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forShare().execute();
    if (await isDisabled(tx, userId)) refuse("account-disabled");
    if (!proof) return;
    const row = await tx
      .selectFrom("auth.passwords")
      .select("changed_at")
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (row?.changed_at.getTime() !== proof.passwordOf?.getTime()) refuse("invalid-credentials");
  };

  return {
    /** The session a request's cookie names; undefined when there is none, it has ended, or a second factor is missing. */
    read: (cookie: string | undefined) => find(cookies.read(cookie, "session"), false),

    /** The session that waits for its second factor; ten minutes at most. */
    readAwaiting: (cookie: string | undefined) => find(cookies.read(cookie, "session"), true),

    /** Whether the browser is one in which this account signed in before. */
    async isKnownDevice(email: string, cookie: string | undefined): Promise<boolean> {
      const token = cookies.read(cookie, "device") ?? "";
      const { rows } = await sql`SELECT FROM auth.devices d JOIN auth.users u ON u.id = d.user_id
        WHERE u.email = ${email.toLowerCase()} AND d.token_sha256 = ${sha256(token)}`.execute(db);
      return rows.length > 0;
    },

    /**
     * Opens a session for somebody who showed who they are, in place of the browser's present one. It waits for the second
     * factor where the account has one, unless what was shown counts as both.
     */
    async open(
      userId: string,
      method: SignInMethod,
      request: RequestFacts,
      { hasSecondFactor = false, proof }: { hasSecondFactor?: boolean; proof?: Proof } = {},
    ): Promise<SignedIn> {
      const token = newToken();
      const at = now();
      return await db.transaction().execute(async (tx) => {
        await assertStillCounts(tx, userId, proof);
        const methods = hasSecondFactor ? [] : await secondFactors.methodsOf(userId, tx);
        const awaits = methods.length > 0;
        await forget(tx, request);
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
            expires_at: new Date(at.getTime() + (awaits ? AWAITING : maxAge * 1_000)),
            address: request.address,
            user_agent: request.userAgent,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        hand(request, token, awaits ? AWAITING / 1_000 : maxAge);
        if (awaits) return { user: null, secondFactor: methods };
        await arrive(tx, { id, userId }, request, method);
        return { user: await findPerson(tx, userId), secondFactor: null };
      });
    },

    /** The second factor was brought: the session is whole, under a new token. */
    async pass(
      session: Session,
      request: RequestFacts,
      method: "second-factor" | "recovery-code" | "passkey",
    ): Promise<SignedIn> {
      const token = newToken();
      const at = now();
      return await db.transaction().execute(async (tx) => {
        const passed = await tx
          .updateTable("auth.sessions")
          .set({
            token_sha256: sha256(token),
            awaits_second_factor: false,
            has_second_factor: true,
            authenticated_at: at,
            last_used_at: at,
            expires_at: new Date(at.getTime() + maxAge * 1_000),
          })
          .where("id", "=", session.id)
          .where("awaits_second_factor", "=", true)
          .returning("id")
          .executeTakeFirst();
        if (!passed) return { user: null, secondFactor: null };
        hand(request, token);
        await arrive(tx, session, request, method);
        return { user: await findPerson(tx, session.userId), secondFactor: null };
      });
    },

    /** A new token at once; the one before opens nothing any more. The person has just shown who they are. */
    async renew(
      session: Session,
      request: RequestFacts,
      { hasSecondFactor = session.hasSecondFactor }: { hasSecondFactor?: boolean } = {},
    ): Promise<void> {
      const token = newToken();
      await db
        .updateTable("auth.sessions")
        .set({
          token_sha256: sha256(token),
          previous_sha256: null,
          previous_until: null,
          renew: false,
          has_second_factor: hasSecondFactor,
          authenticated_at: now(),
        })
        .where("id", "=", session.id)
        .execute();
      hand(request, token);
    },

    /** A new token after the person's rights changed. What is under way with the old one may still finish. */
    async replaceToken(session: Session, request: RequestFacts): Promise<void> {
      const token = newToken();
      const old = sha256(cookies.read(request.cookie, "session") ?? "");
      const replaced = await db
        .updateTable("auth.sessions")
        .set({
          token_sha256: sha256(token),
          previous_sha256: old,
          // Until the new token is first used: an answer may be lost on its way.
          previous_until: session.expiresAt,
          renew: false,
        })
        .where("id", "=", session.id)
        .where("token_sha256", "=", old)
        .returning("id")
        .executeTakeFirst();
      if (replaced) hand(request, token);
    },

    /** Somebody tried and was refused; the person sees it in their history. Of an unknown address a row is written, too, for as long a time. */
    async refused(
      who: { userId: string } | { email: string },
      method: SignInMethod | "second-factor" | "recovery-code",
      request: RequestFacts,
    ): Promise<void> {
      const found = "userId" in who ? sql`id = ${who.userId}` : sql`email = ${who.email.toLowerCase()}`;
      await sql`INSERT INTO auth.sign_ins (user_id, at, method, outcome, address, user_agent)
        VALUES ((SELECT id FROM auth.users WHERE ${found}), ${now()}, ${method}, 'refused', ${request.address}, ${request.userAgent})`.execute(
        db,
      );
    },

    /** Ends the browser's session, whole or awaiting, and takes its cookie away. */
    async end(request: RequestFacts): Promise<void> {
      await forget(db, request);
      request.setCookie(cookies.clear("session"));
    },

    /** Ends sessions of a user, all but one where it is given; answers how many. */
    async endAll(tx: Kysely<DB>, userId: string, except?: string): Promise<number> {
      const { rows } = await sql`DELETE FROM auth.sessions WHERE user_id = ${userId}
        AND id IS DISTINCT FROM ${except ?? null}::uuid RETURNING id`.execute(tx);
      return rows.length;
    },
  };
}
