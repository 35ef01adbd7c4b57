import type pg from "pg";
import type { Logger } from "pino";
import type { NamedEndpoint } from "#contract/index.ts";
import type { CompanyAction } from "#domain/access.ts";
import { scopeOf } from "#domain/token-scopes.ts";
import type { TokenScope } from "#domain/token-scopes.ts";
import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { fail } from "../app-error.ts";
import { isApiToken } from "./api-token-text.ts";
import type { Session } from "../endpoints/session.ts";
import { sha256 } from "./tokens.ts";

interface Deps {
  /** As app_auth. */
  readonly pool: pg.Pool;
  readonly rateLimits: RateLimits;
  readonly now: () => Date;
  readonly log: Logger;
}

type TokenRow = RowOf<"app.find_api_token">;

/** Requests a minute with one token. */
const PER_MINUTE = 600;

export type ApiTokens = ReturnType<typeof openApiTokens>;

/** Requests of programs: a token in place of a cookie, for one company and for what its scopes name. */
export function openApiTokens({ pool, rateLimits, now, log }: Deps) {
  /** Once a minute at most, and nobody waits for it. */
  const noteUse = (row: TokenRow, at: Date) =>
    void callFunction(pool, "app.note_api_token_use", [row.company_id, row.id, at]).catch((error: unknown) =>
      log.debug({ err: error }, "a token's use was not noted"),
    );

  return {
    /**
     * The session that a token stands for. Refuses `token-invalid` for one that opens nothing now, `too-many-requests`,
     * and `token-not-allowed` for an endpoint that no scope of it names. Company and role are checked where the endpoint
     * runs, by the database of that moment.
     */
    async open(token: string, endpoint: NamedEndpoint): Promise<Session> {
      if (!isApiToken(token)) return fail("token-invalid");
      const at = now();
      const [row] = await callFunction(pool, "app.find_api_token", [sha256(token), at], "api token");
      if (!row) return fail("token-invalid");
      await rateLimits.take(`api-token|${row.id}`, PER_MINUTE, 60);
      if (row.use_is_old) noteUse(row, at);
      if (!allows(row.scopes, endpoint)) return fail("token-not-allowed");
      return {
        id: row.id,
        userId: row.user_id,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        method: "password",
        hasSecondFactor: row.has_second_factor,
        // Nobody showed who they are just now.
        authenticatedAt: new Date(0),
        expiresAt: row.expires_at,
        mustRotate: false,
        token: {
          id: row.id,
          companyId: row.company_id,
          name: row.name,
          pipeline: row.pipeline ?? undefined,
          scopes: row.scopes,
        },
      };
    },
  };
}

const named = new Set(["anyone", "signed-in", "platform-admin"]);

/**
 * The scope an endpoint needs of a token; undefined where no token will do. Closed by default: what is in no company is
 * for people, but for the question which company a token is for.
 */
export function tokenScopeOf(endpoint: NamedEndpoint): TokenScope | "any" | undefined {
  if (endpoint.name === "companies.list") return "any";
  if (named.has(endpoint.access) || endpoint.confirmed) return undefined;
  const scope = scopeOf(endpoint.access as CompanyAction);
  return scope === "never" ? undefined : scope;
}

function allows(scopes: readonly TokenScope[], endpoint: NamedEndpoint): boolean {
  const needed = tokenScopeOf(endpoint);
  return needed === "any" || (needed !== undefined && scopes.includes(needed));
}
