import type { Kysely } from "kysely";
import type { DB } from "../../db/types.gen.ts";
import type { Outbox } from "../../mail/outbox.ts";

/** What accounts are kept with. */
export interface AccountDeps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

/** What somebody showed, and since when the account had the password it had then. */
export interface Proof {
  readonly userId: string;
  readonly passwordOf: Date | null;
}
