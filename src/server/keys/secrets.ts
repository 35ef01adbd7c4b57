import { deriveKey, seal, unseal } from "./keys.ts";

/** What opens the vault: SECRET_KEY, and those that it was before. Each has 32 bytes. */
export interface Secrets {
  readonly current: Uint8Array;
  readonly previous: readonly Uint8Array[];
}

/** SECRET_KEY is not the one that this database was set up with. */
export class WrongSecretKey extends Error {
  override readonly name = "WrongSecretKey";

  constructor(options?: ErrorOptions) {
    super("SECRET_KEY is not the one this database was set up with; nothing was changed.", options);
  }
}

function wrappingKey(secret: Uint8Array): Buffer {
  return deriveKey(secret, "exhibit/2/vault");
}

/** Wraps a key or password with SECRET_KEY; `bound` names what it is. */
export function wrapWith({ current }: Secrets, plain: Uint8Array, bound: string): Buffer {
  return seal(wrappingKey(current), plain, `vault|${bound}`);
}

/** What {@link wrapWith} wrapped with any of the secrets, and whether that was the current one. Throws {@link WrongSecretKey}. */
export function openWith(
  { current, previous }: Secrets,
  wrapped: Uint8Array,
  bound: string,
): { plain: Buffer; isCurrent: boolean } {
  for (const secret of [current, ...previous]) {
    try {
      return { plain: unseal(wrappingKey(secret), wrapped, `vault|${bound}`), isCurrent: secret === current };
    } catch {
      // Another one may open it.
    }
  }
  throw new WrongSecretKey();
}
