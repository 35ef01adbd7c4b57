import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { FileSourceKey } from "#domain/file-link.ts";
import { RequestFailed } from "#connectors/http.ts";
import { openCeremonies } from "../auth/ceremonies.ts";
import type { Cookies } from "../auth/cookies.ts";
import { newToken } from "../auth/tokens.ts";
import { askThrough } from "../connections/credentials/ask-vendor.ts";
import { requestTokens, scopesIn } from "../connections/credentials/token-request.ts";
import type { DB } from "../db/types.gen.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import type { Session } from "../endpoints/session.ts";
import { deriveKey, seal, unseal } from "../keys/keys.ts";
import type { Egress } from "../outbound/egress.ts";
import { AppError, fail } from "../app-error.ts";
import { challengeOf } from "./pkce.ts";
import { askAs } from "./sources.ts";
import type { FileSources } from "./sources.ts";
import { failAt } from "./vendor.ts";

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly cookies: Cookies;
  readonly sources: FileSources;
  readonly egress: Egress;
  readonly appUrl: string;
  readonly now: () => Date;
}

/** Between the two halves of connecting, in seconds. */
const TEN_MINUTES = 10 * 60;
/** For longer nothing is kept, whatever the provider allows. */
const HOUR = 60 * 60;

/** Where a browser begins to connect an account, and where the provider sends it back to. */
export const connectPath = (key: FileSourceKey) => `/file-sources/${key}/connect`;
export const callbackPath = (key: FileSourceKey) => `/file-sources/${key}/callback`;

export type FileGrants = ReturnType<typeof openFileGrants>;

/**
 * What reads files as a person: an access token of their own account, for one session and an hour at most. It is sealed under a key
 * that only their browser has, so that neither the database nor a backup opens it. See docs/decisions/0100.
 */
export function openFileGrants({ db, cookies, sources, egress, appUrl, now }: Deps) {
  const ceremonies = openCeremonies({ db, cookies, now });
  const boundTo = (session: string, key: FileSourceKey) => `file grant|${session}|${key}`;
  const keyOf = (cookie: string) => deriveKey(Buffer.from(cookie), "exhibit/1/file grant");
  const forget = async (session: string, key: FileSourceKey) => {
    await db.deleteFrom("auth.file_grants").where("session_id", "=", session).where("source", "=", key).execute();
  };

  return {
    /** What is connected in a session, by source. */
    async list(session: string | undefined) {
      if (session === undefined) return new Map<string, { account: string | null; until: Date }>();
      const rows = await db
        .selectFrom("auth.file_grants")
        .select(["source", "account", "expires_at"])
        .where("session_id", "=", session)
        .where("expires_at", ">", now())
        .execute();
      return new Map(rows.map((row) => [row.source, { account: row.account, until: row.expires_at }]));
    },

    /** Where the browser has to go to connect an account. Refuses `file-source-off`. */
    async start(key: FileSourceKey, session: Session, request: Pick<RequestMeta, "setCookie">): Promise<URL> {
      const { vendor, registration } = sources.get(key) ?? failAt(key, "file-source-off");
      const secrets = { source: key, session: session.id, state: newToken(), verifier: newToken() };
      await ceremonies.begin(request, "file-source", secrets, { seconds: TEN_MINUTES, userId: session.userId });
      const url = new URL(vendor.authorizeUrl);
      url.search = new URLSearchParams({
        ...vendor.parameters,
        response_type: "code",
        client_id: registration.clientId,
        redirect_uri: appUrl + callbackPath(key),
        scope: vendor.scope,
        state: secrets.state,
        code_challenge: challengeOf(secrets.verifier),
        code_challenge_method: "S256",
      }).toString();
      return url;
    },

    /**
     * Takes the provider's answer, which counts once and in the session that began. Refuses `file-source-expired`,
     * `file-source-declined` where the person or the provider said no, and `file-source-scope` where reading was not allowed.
     */
    async finish(
      key: FileSourceKey,
      session: Session,
      query: URLSearchParams,
      request: Pick<RequestMeta, "cookie" | "setCookie">,
    ): Promise<void> {
      const { vendor, registration } = sources.get(key) ?? failAt(key, "file-source-off");
      const begun = await ceremonies.finish(request, "file-source", session.userId);
      const isOurs =
        begun?.["source"] === key && begun["session"] === session.id && begun["state"] === query.get("state");
      const code = query.get("code");
      if (!isOurs) return failAt(key, "file-source-expired");
      if (code === null || code.length > 4_000) return failAt(key, "file-source-declined");
      const form = {
        grant_type: "authorization_code",
        code,
        redirect_uri: appUrl + callbackPath(key),
        client_id: registration.clientId,
        client_secret: registration.clientSecret,
        code_verifier: begun["verifier"],
      };
      const tokens = await requestTokens(askThrough(egress), vendor.tokenUrl, form, now()).catch((error: unknown) =>
        failAt(key, error instanceof RequestFailed ? "file-source-unreachable" : "file-source-declined"),
      );
      const granted = scopesIn(tokens.scope);
      // Where a provider lets people untick it, or an administrator took it away.
      const mayRead = granted?.some((scope) => scope === vendor.needed || scope.endsWith(`/${vendor.needed}`)) ?? true;
      if (!mayRead) return failAt(key, "file-source-scope");
      const account = await vendor.accountOf(askAs(egress, vendor, tokens.accessToken)).catch(() => null);
      const cookie = cookies.read(request.cookie, "file-key") ?? newToken();
      const sealed = seal(keyOf(cookie), Buffer.from(tokens.accessToken), boundTo(session.id, key), randomBytes(12));
      const until = new Date(Math.min(tokens.expiresAt.getTime(), now().getTime() + HOUR * 1_000));
      const row = { account: account?.slice(0, 254) ?? null, sealed, expires_at: until };
      await db
        .insertInto("auth.file_grants")
        .values({ session_id: session.id, user_id: session.userId, source: key, ...row })
        .onConflict((conflict) => conflict.columns(["session_id", "source"]).doUpdateSet(row))
        .execute();
      request.setCookie(cookies.set("file-key", cookie, HOUR));
    },

    /** The token of the caller's own account. Refuses `file-source-not-connected`: of programs too, for they have no browser. */
    async open(key: FileSourceKey, session: string | undefined, request: Pick<RequestMeta, "cookie">) {
      const cookie = cookies.read(request.cookie, "file-key");
      if (session === undefined || cookie === undefined) return failAt(key, "file-source-not-connected");
      const row = await db
        .selectFrom("auth.file_grants")
        .select(["sealed", "account"])
        .where("session_id", "=", session)
        .where("source", "=", key)
        .where("expires_at", ">", now())
        .executeTakeFirst();
      if (!row) return failAt(key, "file-source-not-connected");
      try {
        const token = unseal(keyOf(cookie), row.sealed, boundTo(session, key)).toString("utf8");
        return { token, account: row.account };
      } catch {
        return failAt(key, "file-source-not-connected");
      }
    },

    forget,

    /** Does what needs the account; where the provider says that it is no longer connected, it is not. */
    async orForget<T>(key: FileSourceKey, session: string | undefined, work: () => Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        const isOver = error instanceof AppError && error.failure === "file-source-not-connected";
        if (isOver && session !== undefined) await forget(session, key);
        throw error;
      }
    },

    /** Which source an address of ours is about. Refuses `not-found`. */
    keyIn(text: string): FileSourceKey {
      return [...sources.keys()].find((key) => key === text) ?? fail("not-found");
    },
  };
}
