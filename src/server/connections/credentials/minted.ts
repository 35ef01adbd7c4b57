import type { Authorizer } from "../http/authorizer.ts";
import { scopesIn } from "./token-request.ts";

/** A token that was made for a while. */
export interface Minted {
  readonly token: string;
  readonly expiresAt: Date;
  /** The scopes that the vendor says it has. */
  readonly scope?: string | undefined;
}

/** A token is not used in its last minute: a request may be on its way for so long. */
const MARGIN_MS = 60_000;

/** Brings a token that is made when it is needed and kept in memory alone. `lasting` are the secrets that it is made with. */
export function minted(
  mint: () => Promise<Minted>,
  now: () => Date,
  lasting: readonly string[] = [],
): Authorizer & { token(): Promise<string> } {
  let held: Minted | undefined;
  let minting: Promise<Minted> | undefined;
  const made = new Set<string>();
  const token = async () => {
    if (!held || held.expiresAt.getTime() - MARGIN_MS <= now().getTime()) {
      // Requests that run side by side ask for one token together.
      minting ??= mint().finally(() => (minting = undefined));
      held = await minting;
      made.add(held.token);
    }
    return held.token;
  };
  return {
    token,
    headersFor: async () => ({ authorization: `Bearer ${await token()}` }),
    refresh: async () => {
      held = undefined;
      await token();
      return true;
    },
    secrets: () => [...lasting, ...made],
    granted: () => scopesIn(held?.scope),
  };
}
