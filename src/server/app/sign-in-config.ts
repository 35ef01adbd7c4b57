import type { SingleSignOnSettings } from "../auth/openid-provider.ts";
import type { PublicProviders } from "../auth/public-providers.ts";
import type { Values } from "./settings.ts";

/** The operator's own provider, where all of its settings are there. */
export function singleSignOnOf(values: Values): SingleSignOnSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  const { OIDC_NAME: name, OIDC_DOMAINS: domains } = values;
  return issuer && clientId && clientSecret && name && domains
    ? { issuer, clientId, clientSecret, name, domains }
    : undefined;
}

/** Google, Microsoft and GitHub, each where its settings are there. */
export function publicProvidersOf(values: Values): PublicProviders {
  const of = (clientId: string | undefined, clientSecret: string | undefined) =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined;
  return {
    google: of(values.SIGN_IN_GOOGLE_CLIENT_ID, values.SIGN_IN_GOOGLE_CLIENT_SECRET),
    microsoft: of(values.SIGN_IN_MICROSOFT_CLIENT_ID, values.SIGN_IN_MICROSOFT_CLIENT_SECRET),
    github: of(values.SIGN_IN_GITHUB_CLIENT_ID, values.SIGN_IN_GITHUB_CLIENT_SECRET),
  };
}
