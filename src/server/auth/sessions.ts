import { sql } from "kysely";
import type { Kysely, Transaction } from "kysely";
import type pg from "pg";
import type { Logger } from "pino";
import type { RequestFacts } from "../features/handlers.ts";
import type { DB } from "../db/types.gen.ts";
import type { Outbox } from "../mail/outbox.ts";
import { newDeviceSignIn } from "../mail/templates/account-notices.ts";
import type { Cookies } from "./cookies.ts";
import type { SecondFactors, SecondFactorMethod } from "./second-factors.ts";
import { newToken, sha256 } from "./tokens.ts";

/** How somebody showed who they are. */
export type SignInMethod = "password" | "magic-link" | "confirmation" | "passkey" | "single-sign-on";

/** A session that is valid now. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly method: SignInMethod;
  readonly hasSecondFactor: boolean;
  readonly authenticatedAt: Date;
  /** When it ends if nothing is done meanwhile. */
  readonly expiresAt: Date;
  /** The person's rights changed since the token was made. */
  readonly mustRenew: boolean;
}

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
/** Requests that were under way when a token changed may still arrive with the one before. */
const OVERLAP = 10_000;
const DEVICE_SECONDS = 400 * 24 * 60 * 60;

export type Sessions = ReturnType<typeof openSessions>;

/** Sessions in the database: opaque to the browser, ended at once for every process, found by the hash of their token. */
export function openSessions({ db, pool, cookies, secondFactors, outbox, limits, appUrl, now, log }: Deps) {
  const idleMs = limits.idleMinutes * MINUTE;
  const maxAge = limits.hours * 60 * 60;

  const find = async (token: string | undefined, awaiting: boolean): Promise<Session | undefined> => {
    if (token === undefined) return undefined;
    const hash = sha256(token);
    const at = now();
    const values = [hash, awaiting, at, new Date(at.getTime() - idleMs)];
    const { rows } = await pool.query<SessionRow>({ name: "session", text: byToken, values });
    // Rarely: the token changed while this request was on its way.
    const row = rows[0] ?? (await pool.query<SessionRow>({ name: "session before", text: byPrevious, values })).rows[0];
    if (!row) return undefined;
    if (at.getTime() - row.last_used_at.getTime() > MINUTE) touch(row.id, at);
    return {
      id: row.id,
      userId: row.user_id,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      method: row.method,
      hasSecondFactor: row.has_second_factor,
      authenticatedAt: row.authenticated_at,
      expiresAt: new Date(Math.min(row.expires_at.getTime(), at.getTime() + idleMs)),
      mustRenew: row.renew,
    };
  };

  /** Once a minute at most, and nobody waits for it. */
  const touch = (id: string, at: Date) =>
    void pool
      .query("UPDATE auth.sessions SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2", [id, at])
      .catch((error: unknown) => log.debug({ err: error }, "a session's use was not noted"));

  const hand = (request: RequestFacts, token: string, seconds = maxAge) =>
    request.setCookie(cookies.set("session", token, seconds));

  /** What is done once somebody is really in: the device becomes known, the history gets its line. */
  const arrive = async (
    tx: Transaction<DB>,
    session: { id: string; userId: string },
    request: RequestFacts,
    method: SignInMethod | "second-factor" | "recovery-code",
  ) => {
    const at = now();
    const token = cookies.read(request.cookie, "device") ?? newToken();
    request.setCookie(cookies.set("device", token, DEVICE_SECONDS));
    const { rows } = await sql<{ id: string; known: boolean; others: boolean }>`
      WITH others AS (SELECT 1 FROM auth.devices WHERE user_id = ${session.userId} LIMIT 1)
      INSERT INTO auth.devices (user_id, token_sha256, user_agent, first_seen_at, last_seen_at)
      VALUES (${session.userId}, ${sha256(token)}, ${request.userAgent}, ${at}, ${at})
      ON CONFLICT (user_id, token_sha256) DO UPDATE SET last_seen_at = excluded.last_seen_at, user_agent = excluded.user_agent
      RETURNING id, first_seen_at < ${at} AS known, EXISTS (SELECT FROM others) AS others`.execute(tx);
    const device = rows[0]!;
    const isNew = !device.known && device.others;
    await tx.updateTable("auth.sessions").set({ device_id: device.id }).where("id", "=", session.id).execute();
    await tx
      .insertInto("auth.sign_ins")
      .values({
        user_id: session.userId,
        at,
        method,
        outcome: "signed-in",
        new_device: isNew,
        address: request.address,
        user_agent: request.userAgent,
      })
      .execute();
    if (!isNew) return;
    const user = await person(tx, session.userId);
    await outbox.enqueue(tx, newDeviceSignIn({ user, appUrl, at, address: request.address, agent: request.userAgent }));
  };

  const person = async (tx: Kysely<DB>, userId: string) =>
    await tx
      .selectFrom("auth.users")
      .select(["id", "email", "first_name as firstName", "last_name as lastName"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();

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
      { hasSecondFactor = false }: { hasSecondFactor?: boolean } = {},
    ): Promise<SignedIn> {
      const methods = hasSecondFactor ? [] : await secondFactors.methodsOf(userId);
      const awaits = methods.length > 0;
      const token = newToken();
      const at = now();
      return await db.transaction().execute(async (tx) => {
        const before = cookies.read(request.cookie, "session");
        if (before !== undefined)
          await tx.deleteFrom("auth.sessions").where("token_sha256", "=", sha256(before)).execute();
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
        return { user: await person(tx, userId), secondFactor: null };
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
        return { user: await person(tx, session.userId), secondFactor: null };
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
          previous_until: new Date(now().getTime() + OVERLAP),
          renew: false,
        })
        .where("id", "=", session.id)
        .where("token_sha256", "=", old)
        .returning("id")
        .executeTakeFirst();
      if (replaced) hand(request, token);
    },

    /** Somebody tried and was refused; the person sees it in their history. Unknown addresses take as long. */
    async refused(
      who: { userId: string } | { email: string },
      method: SignInMethod | "second-factor" | "recovery-code",
      request: RequestFacts,
    ): Promise<void> {
      const found = "userId" in who ? sql`id = ${who.userId}` : sql`email = ${who.email.toLowerCase()}`;
      await sql`INSERT INTO auth.sign_ins (user_id, at, method, outcome, address, user_agent)
        SELECT id, ${now()}, ${method}, 'refused', ${request.address}, ${request.userAgent} FROM auth.users WHERE ${found}`.execute(
        db,
      );
    },

    /** Ends the browser's session, whole or awaiting, and takes its cookie away. */
    async end(request: RequestFacts): Promise<void> {
      const token = cookies.read(request.cookie, "session");
      if (token !== undefined) {
        const hash = sha256(token);
        await sql`DELETE FROM auth.sessions WHERE token_sha256 = ${hash}
          OR (previous_sha256 = ${hash} AND previous_until > ${now()})`.execute(db);
      }
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

interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly method: SignInMethod;
  readonly has_second_factor: boolean;
  readonly renew: boolean;
  readonly authenticated_at: Date;
  readonly last_used_at: Date;
  readonly expires_at: Date;
}

const session = `SELECT s.id, s.user_id, u.email, u.first_name, u.last_name, s.method, s.has_second_factor, s.renew,
    s.authenticated_at, s.last_used_at, s.expires_at
  FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id
  WHERE s.awaits_second_factor = $2 AND s.expires_at > $3 AND s.last_used_at > $4`;
const byToken = `${session} AND s.token_sha256 = $1`;
const byPrevious = `${session} AND s.previous_sha256 = $1 AND s.previous_until > $3`;
