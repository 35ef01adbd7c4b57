import { CredentialsRefused } from "#connectors/http.ts";
import type { LinkMethod } from "#connectors/link-method.ts";
import type { Authorizer } from "../http/authorizer.ts";
import type { AuthorizerContext, Credentials } from "./context.ts";

/** The one secret that was typed: a token, a password. */
export function typedSecret({ fields }: LinkMethod, credentials: Credentials): string {
  const field = fields.find(({ secret }) => secret);
  const value = field && credentials[field.name];
  if (!value) throw new CredentialsRefused("nothing was typed that opens the account");
  return value.trim();
}

/** A token as it was typed, behind the vendor's word for it. */
export async function token({ method, vault }: AuthorizerContext): Promise<Authorizer> {
  const secret = typedSecret(method, await vault.read());
  return lasting(`${method.scheme ?? "Bearer"} ${secret}`, [secret]);
}

/** A user's name, typed as "user", "email" or "username", and a token, as HTTP Basic (RFC 7617). */
export async function basic({ method, typed, vault }: AuthorizerContext): Promise<Authorizer> {
  const secret = typedSecret(method, await vault.read());
  const user = typed["user"] ?? typed["email"] ?? typed["username"] ?? "";
  const pair = Buffer.from(`${user}:${secret}`).toString("base64");
  return lasting(`Basic ${pair}`, [secret, pair]);
}

function lasting(authorization: string, secrets: readonly string[]): Authorizer {
  return { headersFor: async () => ({ authorization }), refresh: async () => false, secrets: () => secrets };
}
