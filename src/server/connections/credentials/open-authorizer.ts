import type { LinkKind } from "#connectors/link-method.ts";
import type { Authorizer } from "../http/authorizer.ts";
import { awsKey, awsRole } from "./aws.ts";
import { clientCredentials, googleServiceAccount, privateKeyJwt } from "./client-credentials.ts";
import type { AuthorizerContext } from "./context.ts";
import { githubApp } from "./github-app.ts";
import { microsoftConsent } from "./microsoft.ts";
import { oauth2 } from "./oauth2.ts";
import { basic, token } from "./typed.ts";

/** Nothing has to let us in. */
const nothing: Authorizer = { headersFor: async () => ({}), refresh: async () => false, secrets: () => [] };

const byKind: Readonly<Record<LinkKind, (context: AuthorizerContext) => Promise<Authorizer>>> = {
  oauth2,
  "github-app": githubApp,
  "microsoft-consent": microsoftConsent,
  "client-credentials": clientCredentials,
  "private-key-jwt": privateKeyJwt,
  "google-service-account": googleServiceAccount,
  "aws-role": awsRole,
  "aws-key": awsKey,
  token,
  basic,
  own: async () => nothing,
  sample: async () => nothing,
};

/** What lets requests of one connection in. Throws `CredentialsRefused` where its credentials open nothing. */
export async function openAuthorizer(context: AuthorizerContext): Promise<Authorizer> {
  return await byKind[context.method.kind](context);
}
