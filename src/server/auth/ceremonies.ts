import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { RequestMeta } from "../endpoints/request.ts";
import type { Cookies } from "./cookies.ts";
import { newToken, sha256 } from "./tokens.ts";

export type CeremonyPurpose =
  | "passkey-registration"
  | "passkey-sign-in"
  | "passkey-second-factor"
  | "passkey-joining"
  | "single-sign-on"
  | "file-source";

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly cookies: Cookies;
  readonly now: () => Date;
}

/** What is remembered between the two halves: a challenge, or the secrets of an authorization request. */
type Facts = Readonly<Record<string, string>>;

/**
 * Passkeys are offered on any page where somebody signs in; that must not disturb the ways to a provider and back, which
 * other tabs are on.
 */
const cookieOf = (purpose: CeremonyPurpose) =>
  purpose === "single-sign-on" || purpose === "file-source" ? purpose : "ceremony";

export type Ceremonies = ReturnType<typeof openCeremonies>;

/** Half-finished exchanges. Each is bound to the browser that began it by a cookie, and used once. */
export function openCeremonies({ db, cookies, now }: Deps) {
  return {
    /** Remembers a ceremony for so many seconds, in place of another that the browser began. */
    async begin(
      request: Pick<RequestMeta, "setCookie">,
      purpose: CeremonyPurpose,
      facts: Facts,
      { seconds, userId }: { seconds: number; userId?: string },
    ): Promise<void> {
      const token = newToken();
      await db
        .insertInto("auth.ceremonies")
        .values({
          token_sha256: sha256(token),
          purpose,
          user_id: userId ?? null,
          facts: JSON.stringify(facts),
          expires_at: new Date(now().getTime() + seconds * 1_000),
        })
        .execute();
      request.setCookie(cookies.set(cookieOf(purpose), token, seconds));
    },

    /**
     * Uses the browser's ceremony up, whatever comes of it; undefined when there is none for this purpose and user, or its
     * time is over.
     */
    async finish(
      request: Pick<RequestMeta, "cookie">,
      purpose: CeremonyPurpose,
      userId?: string,
    ): Promise<Facts | undefined> {
      const token = cookies.read(request.cookie, cookieOf(purpose));
      if (token === undefined) return undefined;
      const row = await db
        .deleteFrom("auth.ceremonies")
        .where("token_sha256", "=", sha256(token))
        .returning(["purpose", "user_id", "facts", "expires_at"])
        .executeTakeFirst();
      const fits = row?.purpose === purpose && row.user_id === (userId ?? null) && row.expires_at > now();
      return fits ? (row.facts as Facts) : undefined;
    },
  };
}
