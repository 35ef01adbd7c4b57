import { generateKeyPairSync, randomUUID } from "node:crypto";
import type { Manifest } from "#connectors/connector.ts";
import { sql } from "kysely";
import { CredentialsRefused } from "#connectors/http.ts";
import type { LinkMethod } from "#connectors/link-method.ts";
import type { Tx } from "../../db/as-caller.ts";
import { fail, AppError } from "../../app-error.ts";
import { insertAttempt, sealHalf } from "./attempt.ts";
import type { Attempt, Secrets } from "./attempt.ts";
import { redirects, authorizationUrl } from "./authorization-url.ts";

/** Ways of one company that may be open at once: each is a row, a sealed box, and time of the worker that others wait for. */
const MOST_OPEN = 20;

/** What beginning a link needs of the installation. */
export interface ConnectService {
  readonly appUrl: string;
  readonly setting: (name: string) => string | undefined;
  /** The same for every connection of a company: what is asked for in the trust policy of its roles. */
  readonly externalId: (companyId: string) => string;
  readonly now: () => Date;
}

/** Who links what. */
export interface LinkRequest {
  readonly companyId: string;
  readonly connectionId: string;
  readonly userId: string;
  readonly sessionId: string | undefined;
  readonly manifest: Manifest;
  readonly method: LinkMethod;
  /** What was typed and is no secret. */
  readonly typed: Readonly<Record<string, string>>;
  readonly secrets: Secrets;
}

/** The address that a vendor sends people back to; each vendor has its own, so that answers cannot be mixed up. */
export function redirectUriOf(appUrl: string, provider: string): string {
  return `${appUrl}/integrations/callback/${provider}`;
}

/**
 * Reads what was typed into a method's fields: what is secret, and what is not. Refuses `connection-input` for a value that its
 * field does not take, and for a field that is not there.
 */
export function readValues(method: LinkMethod, values: Readonly<Record<string, string>>) {
  const typed: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  const known = new Set(method.fields.map(({ name }) => name));
  if (Object.keys(values).some((name) => !known.has(name))) fail("connection-input");
  for (const { name, pattern, secret } of method.fields) {
    const value = (Object.hasOwn(values, name) ? values[name]! : "").trim();
    const whole = new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, ""));
    if (!whole.test(value)) fail("connection-input");
    (secret ? secrets : typed)[name] = value;
  }
  return { typed, secrets };
}

/**
 * Begins to link an account, in the caller's transaction: seals what was typed, or sends the browser to the vendor. Answers where to,
 * or null. Refuses `connection-input`, and `too-many-requests` for a company that has many under way.
 */
export async function beginLink(tx: Tx, publicKey: Uint8Array, desk: ConnectService, request: LinkRequest) {
  const { companyId, connectionId, userId, manifest, method, typed } = request;
  const at = desk.now();
  await refuseMany(tx, companyId);
  const redirectUri = redirectUriOf(desk.appUrl, manifest.id);
  const base = { companyId, id: randomUUID(), connectionId, userId, method: method.id, redirectUri };
  if (redirects(method)) {
    // A program has no browser that could be sent anywhere.
    const sessionId = request.sessionId ?? fail("connection-input");
    const attempt: Attempt = { ...base, facts: typed, sessionId };
    const page = pageOf(() => authorizationUrl({ manifest, method, typed, redirectUri, setting: desk.setting }));
    await insertAttempt(
      tx,
      attempt,
      "away",
      { begun: sealHalf(publicKey, attempt, "begun", page.secrets) },
      at,
      page.state,
    );
    return page.url.href;
  }
  const made = method.kind === "private-key-jwt" ? newKey() : undefined;
  const attempt: Attempt = {
    ...base,
    facts: { ...typed, ...(made && { publicKey: made.publicKey }) },
    sessionId: undefined,
  };
  const secrets = {
    ...request.secrets,
    ...made?.secrets,
    ...(method.kind === "aws-role" && { externalId: desk.externalId(companyId) }),
  };
  const begun = sealHalf(publicKey, attempt, "begun", secrets);
  await insertAttempt(tx, attempt, made ? "waiting" : "ready", { begun }, at);
  return null;
}

async function refuseMany(tx: Tx, companyId: string): Promise<void> {
  const { rows } = await sql<{ open: number }>`SELECT count(*)::integer AS open FROM app.link_attempts
    WHERE company_id = ${companyId}`.execute(tx);
  if ((rows[0]?.open ?? 0) >= MOST_OPEN) throw new AppError("too-many-requests", { retryAfterSeconds: 600 });
}

function pageOf<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof CredentialsRefused) return fail("connection-input", error);
    throw error;
  }
}

/** A key for one connection. The private half is sealed before anybody sees the public one. */
function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const kid = randomUUID();
  const jwk = { ...publicKey.export({ format: "jwk" }), kid, alg: "ES256", use: "sig" };
  return {
    publicKey: JSON.stringify(jwk, null, 2),
    secrets: { privateKey: privateKey.export({ format: "pem", type: "pkcs8" }).toString(), kid },
  };
}
