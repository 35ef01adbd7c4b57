import { CredentialsRefused } from "#connectors/http.ts";
import type { Authorizer } from "../http/authorizer.ts";
import { endpointUrl, fieldsOf } from "./ask-vendor.ts";
import type { AuthorizerContext } from "./context.ts";
import { minted } from "./minted.ts";
import { privateKeyIn, signToken } from "./signed-token.ts";
import { requestTokens } from "./token-request.ts";
import { typedSecret } from "./typed.ts";

const ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** The customer's own application, by its id and secret. */
export async function clientCredentials(context: AuthorizerContext): Promise<Authorizer> {
  const { method, typed, vault } = context;
  const secret = typedSecret(method, await vault.read());
  return ofClient(context, async () => ({ client_id: typed["clientId"], client_secret: secret }), [secret]);
}

/** The customer's own application, by a key that was made for this connection (RFC 7523, section 2.2). */
export async function privateKeyJwt(context: AuthorizerContext): Promise<Authorizer> {
  const { manifest, method, typed, vault, now, newId } = context;
  const { privateKey, kid } = await vault.read();
  if (!privateKey) throw new CredentialsRefused("there is no key");
  const key = privateKeyIn(privateKey);
  const url = endpointUrl(manifest, method.oauth!.token, typed);
  const client = async () => {
    const issuer = typed["clientId"] ?? "";
    const about = { key, kid, issuer, subject: issuer, audience: url.href, id: newId(), now: now(), seconds: 240 };
    return { client_id: issuer, client_assertion_type: ASSERTION, client_assertion: await signToken(about) };
  };
  return ofClient(context, client, [privateKey]);
}

/** A service account that speaks for an administrator (RFC 7523, section 2.1). */
export async function googleServiceAccount(context: AuthorizerContext): Promise<Authorizer> {
  const { manifest, method, typed, vault, ask, now } = context;
  const file = accountIn(typedSecret(method, await vault.read()));
  const key = privateKeyIn(file.private_key);
  const url = endpointUrl(manifest, method.oauth!.token, typed);
  const mint = async () => {
    const assertion = await signToken({
      key,
      kid: file.private_key_id,
      issuer: file.client_email,
      subject: typed["administrator"] ?? typed["subject"],
      audience: url.href,
      claims: { scope: method.oauth!.scopes.join(" ") },
      now: now(),
      seconds: 600,
    });
    const form = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
    const { accessToken, expiresAt, scope } = await requestTokens(ask, url, form, now());
    return { token: accessToken, expiresAt, scope };
  };
  return minted(mint, now, [file.private_key, ...linesOf(file.private_key)]);
}

/** Mints tokens of the customer's application; `client` says who asks. */
export function ofClient(
  { manifest, method, typed, ask, now }: AuthorizerContext,
  client: () => Promise<Readonly<Record<string, string | undefined>>>,
  secrets: readonly string[],
): Authorizer {
  const mint = async () => {
    const url = endpointUrl(manifest, method.oauth!.token, typed);
    const form = { grant_type: "client_credentials", scope: method.oauth!.scopes.join(" "), ...(await client()) };
    const { accessToken, expiresAt, scope } = await requestTokens(ask, url, form, now());
    return { token: accessToken, expiresAt, scope };
  };
  return minted(mint, now, secrets);
}

/** Lines of a key, which alone would open it as well as the whole. */
const linesOf = (pem: string) => pem.split("\n").filter((line) => line.length > 40);

function accountIn(json: string) {
  const { client_email, private_key, private_key_id } = fieldsOf(json);
  if (typeof client_email !== "string" || typeof private_key !== "string")
    throw new CredentialsRefused("this is no key of a service account");
  return {
    client_email,
    private_key,
    private_key_id: typeof private_key_id === "string" ? private_key_id : undefined,
  };
}
