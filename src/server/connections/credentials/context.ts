import type { Manifest } from "#connectors/connector.ts";
import type { LinkMethod } from "#connectors/link-method.ts";
import type { AskVendor } from "./ask-vendor.ts";

/** What opens an account, by name: tokens, keys, what was typed. Kept sealed; a text for each. */
export type Credentials = Readonly<Record<string, string>>;

/** The credentials of one connection. */
export interface Vault {
  read(): Promise<Credentials>;
  /**
   * Replaces credentials that were read before, once however many want to at the same time: whoever comes second gets what the
   * first one brought. They are written down before anybody uses them.
   */
  replace(seen: Credentials, renew: (now: Credentials) => Promise<Credentials>): Promise<Credentials>;
}

/** Everything an authorizer works with. */
export interface AuthorizerContext {
  readonly connectionId: string;
  readonly manifest: Manifest;
  readonly method: LinkMethod;
  /** What was typed at linking and is no secret, by field. */
  readonly typed: Readonly<Record<string, string>>;
  readonly vault: Vault;
  readonly ask: AskVendor;
  /** The server's setting of this name: a client's secret, the key of an App. */
  readonly setting: (name: string) => string | undefined;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Credentials that are not kept yet: an account is being linked. */
export function openVault(credentials: Credentials): Vault {
  let held = credentials;
  let renewing: Promise<Credentials> | undefined;
  return {
    read: async () => held,
    replace: async (seen, renew) => {
      if (held !== seen) return held;
      // A refresh token that rotates may be used once, whoever asks meanwhile.
      renewing ??= renew(held)
        .then((fresh) => (held = fresh))
        .finally(() => (renewing = undefined));
      return await renewing;
    },
  };
}
