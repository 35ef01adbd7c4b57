import type { CompanyRole } from "#domain/access.ts";

/** Who asks, as the database confirmed it in this very transaction. */
export interface Caller {
  readonly userId: string;
  readonly companyId: string;
  readonly role: CompanyRole;
  /** Whether they signed in with a second factor. */
  readonly secondFactor: boolean;
  /** The name of the API token that acts for them, where one does. */
  readonly token?: string | undefined;
  /** Repository and branch that the token's pipeline proved to be, as `owner/name, main`. */
  readonly pipeline?: string | undefined;
  /** The session of a person's browser; a program has none. */
  readonly sessionId?: string | undefined;
}
