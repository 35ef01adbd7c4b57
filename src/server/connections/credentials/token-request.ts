import { CredentialsRefused, RequestFailed } from "#connectors/http.ts";
import { fieldsOf } from "./ask-vendor.ts";
import type { AskVendor } from "./ask-vendor.ts";

/** What a token endpoint gave. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
  /** By our clock; an hour from now where the vendor does not say. */
  readonly expiresAt: Date;
  /** Undefined where the vendor does not say. */
  readonly scope: string | undefined;
}

const HOUR = 3_600;

/** Errors after which the same credentials will never do (RFC 6749, section 5.2, and GitHub's own words). */
const FINAL =
  /^(invalid_grant|invalid_client|unauthorized_client|access_denied|invalid_scope|consent_required|interaction_required|bad_verification_code|bad_refresh_token|incorrect_client_credentials|unverified_user_email)$/;

/**
 * Asks a token endpoint (RFC 6749). Throws `CredentialsRefused` for what will not change by asking again, and
 * `RequestFailed` for everything else.
 */
export async function requestTokens(
  ask: AskVendor,
  url: URL,
  form: Readonly<Record<string, string | undefined>>,
  now: Date,
): Promise<Tokens> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) if (value !== undefined) body.append(name, value);
  const { status, text } = await ask({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: body.toString(),
  });
  const answer = fieldsOf(text);
  const error = textOf(answer["error"]);
  // GitHub answers 200 with an error in it.
  if (status >= 400 || error) {
    const code = error && /^[\w.-]{1,60}$/.test(error) ? error : "";
    const message = `${status}${code && ` ${code}`} at ${url.host}`;
    if (status < 500 && status !== 429 && (FINAL.test(code) || status === 401)) throw new CredentialsRefused(message);
    throw new RequestFailed("failed", message, status);
  }
  const accessToken = textOf(answer["access_token"]);
  if (!accessToken) throw new RequestFailed("malformed", `no token in the answer of ${url.host}`, status);
  const lives = Number(answer["expires_in"]);
  return {
    accessToken,
    refreshToken: textOf(answer["refresh_token"]),
    idToken: textOf(answer["id_token"]),
    expiresAt: new Date(now.getTime() + (lives > 0 && lives < 1e9 ? lives : HOUR) * 1_000),
    scope: textOf(answer["scope"]),
  };
}

/** The names in a `scope`; undefined where there is none. Some vendors put commas between them. */
export function scopesIn(scope: string | undefined): readonly string[] | undefined {
  return scope?.split(/[\s,]+/).filter((name) => name !== "");
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
