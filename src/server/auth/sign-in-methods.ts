import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { SingleSignOnSettings } from "./single-sign-on.ts";
import type { DB } from "../db/types.gen.ts";
import type { Accounts } from "./accounts/accounts.ts";
import { openCeremonies } from "./ceremonies.ts";
import type { Cookies } from "./cookies.ts";
import { openIdentities } from "./identities.ts";
import { openPasskeySignIn } from "./passkey-sign-in.ts";
import { openPasskeys } from "./passkeys.ts";
import type { SecondFactors } from "./second-factors/second-factors.ts";
import { openSingleSignOn } from "./single-sign-on.ts";

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly cookies: Cookies;
  readonly secondFactors: SecondFactors;
  readonly accounts: Accounts;
  readonly singleSignOn: SingleSignOnSettings | undefined;
  readonly appUrl: string;
  readonly now: () => Date;
  readonly log: Logger;
}

/** The ways in that are begun in one request and finished in another: passkeys, and a provider where one is set. */
export function openSignInMethods({
  db,
  cookies,
  secondFactors,
  accounts,
  singleSignOn: settings,
  appUrl,
  now,
  log,
}: Deps) {
  const ceremonies = openCeremonies({ db, cookies, now });
  return {
    passkeys: openPasskeys({ db, ceremonies, secondFactors, appUrl, now }),
    passkeySignIn: openPasskeySignIn({ db, ceremonies, appUrl, now }),
    singleSignOn: settings && {
      singleSignOn: openSingleSignOn({ settings, appUrl, ceremonies, now, log }),
      identities: openIdentities({ db, accounts, now }),
    },
  };
}
