import { createHash, X509Certificate } from "node:crypto";
import { decodeJwt } from "jose";
import { CredentialsRefused, RequestFailed } from "#connectors/http.ts";
import type { Authorizer } from "../http/authorizer.ts";
import { endpointUrl, fieldsOf } from "./ask-vendor.ts";
import { ofClient } from "./client-credentials.ts";
import type { AuthorizerContext } from "./context.ts";
import { privateKeyIn, signToken } from "./signed-token.ts";

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Who may consent to application permissions of Graph: Global Administrators and Privileged Role Administrators, by their templates. */
const CONSENTING = new Set(["62e90394-69f5-4237-9190-012177145e10", "e8611ab8-c189-46e8-94e1-60213ab1f814"]);

/** Our application in the customer's tenant, which an administrator consented to: by a certificate of ours, or a secret. */
export async function microsoftConsent(context: AuthorizerContext): Promise<Authorizer> {
  const { typed } = context;
  if (!GUID.test(typed["tenantId"] ?? "")) throw new CredentialsRefused("no tenant is known");
  return ofClient(context, () => microsoftClient(context), []);
}

/** Who we are in a token request: a signed assertion where there is a certificate, else the secret. */
export async function microsoftClient({ manifest, method, typed, setting, now, newId }: AuthorizerContext) {
  const clientId = setting(method.oauth!.clientId) ?? "";
  const certificate = setting("MICROSOFT_CERTIFICATE");
  if (!certificate) return { client_id: clientId, client_secret: setting(method.oauth!.clientSecret) };
  const { raw } = new X509Certificate(certificate);
  const assertion = await signToken({
    key: privateKeyIn(certificate),
    thumbprint: createHash("sha256").update(raw).digest("base64url"),
    issuer: clientId,
    subject: clientId,
    audience: endpointUrl(manifest, method.oauth!.token, typed).href,
    id: newId(),
    now: now(),
    seconds: 240,
  });
  return {
    client_id: clientId,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: assertion,
  };
}

/** Who signed in, and where. */
export interface SignedIn {
  readonly tenantId: string;
  readonly personId: string;
}

/**
 * Who signed in, out of an ID token that came straight from the token endpoint: over TLS that stands for its signature (OpenID
 * Connect Core, 3.1.3.7). Throws `CredentialsRefused` for a token that is not about this sign-in.
 */
export function signedIn(idToken: string, expected: { clientId: string; nonce: string; now: Date }): SignedIn {
  const claims = decodeJwt(idToken);
  const idIn = (name: string) => (typeof claims[name] === "string" ? claims[name] : "");
  const [tenantId, personId] = [idIn("tid"), idIn("oid")];
  const fits =
    claims.aud === expected.clientId &&
    claims["nonce"] === expected.nonce &&
    (claims.exp ?? 0) * 1_000 > expected.now.getTime() - 60_000 &&
    GUID.test(tenantId) &&
    GUID.test(personId) &&
    String(claims.iss).includes(`/${tenantId}/`);
  if (!fits) throw new CredentialsRefused("the sign-in at Microsoft is not the one that was begun");
  return { tenantId, personId };
}

/**
 * Whether a person could have consented in their tenant, directly or by a group. That a tenant consented once, for whomever, and
 * that somebody has an account in it, does not make its settings theirs to show. Asked with what the tenant granted us.
 */
export async function mayConsent(context: AuthorizerContext, { personId }: SignedIn): Promise<boolean> {
  const { manifest, typed, ask } = context;
  const path = `/v1.0/users/${encodeURIComponent(personId)}/transitiveMemberOf/microsoft.graph.directoryRole`;
  const url = endpointUrl(manifest, { endpoint: "graph", path }, typed);
  url.search = new URLSearchParams({ $select: "id,roleTemplateId", $count: "true", $top: "999" }).toString();
  const authorizer = await microsoftConsent(context);
  const own = await authorizer.headersFor({ url, method: "GET", headers: {}, body: undefined });
  // Graph casts to one type of member only where a moment's delay is accepted.
  const { status, text } = await ask({ method: "GET", url, headers: { consistencylevel: "eventual", ...own } });
  if (status === 404) return false;
  if (status >= 400)
    throw new RequestFailed(status === 403 ? "denied" : "failed", `${status} at ${url.host} for roles`, status);
  const roles = fieldsOf(text)["value"];
  return (
    Array.isArray(roles) &&
    roles.some((role: { roleTemplateId?: unknown } | null) => CONSENTING.has(String(role?.roleTemplateId)))
  );
}
