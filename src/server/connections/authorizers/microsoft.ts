import { createHash, X509Certificate } from "node:crypto";
import { decodeJwt } from "jose";
import { CredentialsRefused } from "#connectors/http.ts";
import type { Authorizer } from "../http/authorizer.ts";
import { endpointUrl } from "./ask-vendor.ts";
import { ofClient } from "./client-credentials.ts";
import type { AuthorizerContext } from "./context.ts";
import { privateKeyIn, signToken } from "./signed-token.ts";

const TENANT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Our application in the customer's tenant, which an administrator consented to: by a certificate of ours, or a secret. */
export async function microsoftConsent(context: AuthorizerContext): Promise<Authorizer> {
  const { typed } = context;
  if (!TENANT.test(typed["tenantId"] ?? "")) throw new CredentialsRefused("no tenant is known");
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

/**
 * The tenant of whoever signed in, out of an ID token that came straight from the token endpoint: over TLS that stands for its
 * signature (OpenID Connect Core, 3.1.3.7). Throws `CredentialsRefused` for a token that is not about this sign-in.
 */
export function tenantOf(idToken: string, expected: { clientId: string; nonce: string; now: Date }): string {
  const claims = decodeJwt(idToken);
  const tenant = typeof claims["tid"] === "string" ? claims["tid"] : "";
  const fits =
    claims.aud === expected.clientId &&
    claims["nonce"] === expected.nonce &&
    (claims.exp ?? 0) * 1_000 > expected.now.getTime() - 60_000 &&
    TENANT.test(tenant) &&
    String(claims.iss).includes(`/${tenant}/`);
  if (!fits) throw new CredentialsRefused("the sign-in at Microsoft is not the one that was begun");
  return tenant;
}
