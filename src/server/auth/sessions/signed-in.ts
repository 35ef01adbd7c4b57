import type { SecondFactorMethod } from "../second-factors/factor-deps.ts";

/** Either signed in, or only the second factor is missing. */
export interface SignedIn {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
  } | null;
  readonly secondFactor: SecondFactorMethod[] | null;
}
