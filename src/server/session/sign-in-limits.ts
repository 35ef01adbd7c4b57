import type { RateLimits } from "../limits/rate-limits.ts";
import { sha256 } from "../auth/tokens.ts";

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

/** Wrong tries at one account from one address, or from one browser it knows. */
const PER_ACCOUNT_AND_PLACE = 10;
/** Wrong tries from one address at all accounts together: an office behind one address stays below. */
const PER_ADDRESS = 100;
/** Wrong tries at one account from everywhere, browsers it knows apart. */
const PER_ACCOUNT = 100;

interface Try {
  readonly email: string;
  readonly address: string;
  /** The token of a browser in which the account signed in before. */
  readonly device: string | undefined;
}

/**
 * Counts a try to sign in before it is made, so that a thousand at once are a thousand tries. Refuses `too-many-requests`.
 * A browser that the account knows has turns of its own: nobody can lock a person out of theirs. Answers what gives the
 * turns back after a right password; only wrong ones count.
 */
export async function takeSignInTurn(limits: RateLimits, attempt: Try): Promise<() => Promise<void>> {
  const email = attempt.email.toLowerCase();
  const { address, device } = attempt;
  const turns: [key: string, limit: number, seconds: number][] =
    device === undefined
      ? [
          [`sign-in|${address}|${email}`, PER_ACCOUNT_AND_PLACE, QUARTER_HOUR],
          [`sign-in|${address}`, PER_ADDRESS, QUARTER_HOUR],
          [`sign-in-to|${email}`, PER_ACCOUNT, HOUR],
        ]
      : [[`sign-in|${sha256(device).toString("base64")}|${email}`, PER_ACCOUNT_AND_PLACE, QUARTER_HOUR]];
  for (const turn of turns) await limits.take(...turn);
  return async () => {
    for (const [key, , seconds] of turns) await limits.refund(key, seconds);
  };
}
