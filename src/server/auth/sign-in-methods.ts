import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Outbox } from "../mail/outbox.ts";
import type { DB } from "../db/types.gen.ts";
import type { Accounts } from "./accounts/accounts.ts";
import { openCeremonies } from "./ceremonies.ts";
import type { Cookies } from "./cookies.ts";
import { openConnectedProviders } from "./connected-providers.ts";
import { openIdentities } from "./identities.ts";
import { openIdProvider } from "./openid-provider.ts";
import type { SingleSignOnSettings } from "./openid-provider.ts";
import { openPasskeySignIn } from "./passkey-sign-in.ts";
import { openPasskeys } from "./passkeys.ts";
import { publicProviders } from "./public-providers.ts";
import type { PublicProviders } from "./public-providers.ts";
import type { SecondFactors } from "./second-factors/second-factors.ts";
import { openSingleSignOn } from "./single-sign-on.ts";

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly cookies: Cookies;
  readonly secondFactors: SecondFactors;
  readonly accounts: Accounts;
  readonly singleSignOn: SingleSignOnSettings | undefined;
  readonly publicProviders: PublicProviders | undefined;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
  readonly log: Logger;
}

/** The ways in that are begun in one request and finished in another: passkeys, and the providers that are set. */
export function openSignInMethods(deps: Deps) {
  const { db, cookies, secondFactors, accounts, singleSignOn: own, outbox, appUrl, now, log } = deps;
  const ceremonies = openCeremonies({ db, cookies, now });
  const { google, microsoft, github } = deps.publicProviders ?? {};
  const set = [
    own && openIdProvider(own),
    google && publicProviders.google(google),
    microsoft && publicProviders.microsoft(microsoft),
    github && publicProviders.github(github),
  ].filter((provider) => provider !== undefined);
  const providers = set.map((provider) => openSingleSignOn({ provider, appUrl, ceremonies, now, log }));
  const ownDomains = own?.domains ?? [];
  return {
    passkeys: openPasskeys({ db, ceremonies, secondFactors, appUrl, now }),
    passkeySignIn: openPasskeySignIn({ db, ceremonies, appUrl, now }),
    singleSignOn: {
      providers,
      ownDomains,
      identities: openIdentities({ db, accounts, outbox, appUrl, ownDomains, now }),
      connectedProviders: openConnectedProviders({ db, outbox, appUrl, providers, ownDomains, now }),
    },
  };
}
