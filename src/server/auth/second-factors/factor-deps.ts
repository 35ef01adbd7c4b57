import type { Kysely } from "kysely";
import type { DB } from "../../db/types.gen.ts";
import type { Keys } from "../../keys/keys.ts";
import type { RateLimits } from "../../limits/rate-limits.ts";
import type { Outbox } from "../../mail/outbox.ts";

/** How a second factor can be brought. */
export type SecondFactorMethod = "code" | "passkey" | "recovery-code";

/** Whose second factors, and in which session they are changed. */
export interface FactorOwner {
  /** The session's. */
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** What second factors are kept with. */
export interface FactorDeps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly keys: Keys;
  readonly rateLimits: RateLimits;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}
