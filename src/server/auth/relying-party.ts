/** A ceremony's time, in the database and in the browser's dialog. */
export const CEREMONY_SECONDS = 5 * 60;

/** What a browser sent; nothing of it is believed before it was verified. */
export type Sent = Readonly<Record<string, unknown>>;

/** Options for the browser's WebAuthn functions, in their JSON form. */
export type Options = Record<string, unknown>;

/** Who we are to an authenticator, and what its answers have to name. */
export function relyingParty(appUrl: string) {
  const { hostname, origin } = new URL(appUrl);
  return { rpID: hostname, expected: { expectedRPID: hostname, expectedOrigin: origin } };
}

/** What the authenticator keeps beside the key: the account's id in 16 bytes, which means nothing anywhere else. */
export function handleOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll("-", ""), "hex"));
}
