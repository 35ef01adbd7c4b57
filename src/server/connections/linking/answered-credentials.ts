import { CredentialsRefused } from "#connectors/http.ts";
import { endpointUrl } from "../credentials/ask-vendor.ts";
import { isOpenRole } from "../credentials/aws.ts";
import type { AuthorizerContext, Credentials } from "../credentials/context.ts";
import { ownsInstallation } from "../credentials/github-app.ts";
import { mayConsent, microsoftClient, signedIn } from "../credentials/microsoft.ts";
import { clientOf, credentialsOf } from "../credentials/oauth2.ts";
import { requestTokens } from "../credentials/token-request.ts";
import type { Secrets } from "./attempt.ts";

/** Why an account is not linked, as the contract names it. */
export class LinkRefused extends Error {
  override name = "LinkRefused";
  readonly failure: string;

  constructor(failure: string) {
    super(failure);
    this.failure = failure;
  }
}

/**
 * What opens the account from now on, out of what was sealed at the beginning and of what the vendor answered. Proves that what a
 * browser brought is the person's own: the installation, the tenant, the role. Throws `LinkRefused` and `CredentialsRefused`.
 */
export async function credentialsFrom(
  context: AuthorizerContext,
  begun: Secrets,
  answered: Secrets,
  redirectUri: string,
): Promise<Credentials> {
  switch (context.method.kind) {
    case "oauth2":
      return credentialsOf(await exchange(context, begun, answered, redirectUri));
    case "github-app": {
      const installationId = context.typed["installationId"] ?? "";
      const { accessToken } = await exchange(context, begun, answered, redirectUri);
      if (!/^\d+$/.test(installationId) || !(await ownsInstallation(context, accessToken, installationId)))
        throw new LinkRefused("connection-denied");
      // The person's own token has done what it was for: it is kept nowhere.
      return {};
    }
    case "microsoft-consent": {
      const { idToken } = await exchange(context, begun, answered, redirectUri);
      const clientId = context.setting(context.method.oauth!.clientId) ?? "";
      const expected = { clientId, nonce: begun["nonce"] ?? "", now: context.now() };
      const person = idToken ? signedIn(idToken, expected) : undefined;
      if (!person || person.tenantId !== context.typed["tenantId"] || !(await mayConsent(context, person)))
        throw new LinkRefused("connection-denied");
      return {};
    }
    case "aws-role":
      if (await isOpenRole(context)) throw new LinkRefused("connection-open-role");
      return begun;
    default:
      return begun;
  }
}

async function exchange(context: AuthorizerContext, begun: Secrets, answered: Secrets, redirectUri: string) {
  const { manifest, method, typed, ask, now } = context;
  if (!answered["code"]) throw new CredentialsRefused("the vendor sent no code");
  const client = method.kind === "microsoft-consent" ? await microsoftClient(context) : clientOf(context);
  const form = {
    grant_type: "authorization_code",
    code: answered["code"],
    redirect_uri: redirectUri,
    code_verifier: begun["verifier"],
    ...client,
  };
  return await requestTokens(ask, endpointUrl(manifest, method.oauth!.token, typed), form, now());
}
