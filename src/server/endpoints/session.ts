import type { TokenScope } from "#domain/token-scopes.ts";

/** Providers that anybody can have an account with. */
export type PublicProviderKey = "google" | "microsoft" | "github";

/** A provider that people sign in with: the operator's own, or a public one. */
export type SignInProviderKey = "single-sign-on" | PublicProviderKey;

/** How somebody showed who they are. */
export type SignInMethod = "password" | "magic-link" | "confirmation" | "passkey" | SignInProviderKey;

/** The API token that a request came with in place of a session. */
export interface TokenInUse {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  /** Repository and branch that a pipeline proved to be, for a token that was made for it. */
  readonly pipeline: string | undefined;
  readonly scopes: readonly TokenScope[];
}

/** A session that is valid now. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly method: SignInMethod;
  readonly hasSecondFactor: boolean;
  readonly authenticatedAt: Date;
  /** When it ends if nothing is done meanwhile. */
  readonly expiresAt: Date;
  /** The person's rights changed since the token was made. */
  readonly mustRotate: boolean;
  /** Nobody is signed in: a program brought a token that acts as this person. */
  readonly token?: TokenInUse;
}
