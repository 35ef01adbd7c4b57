import { toHex } from "#domain/ledger/bytes.ts";
import { digest } from "#web/verification/browser-crypto.ts";

/** Whether bytes that arrived are the bytes that were filed; undefined without HTTPS, where a browser has no way to tell. */
export async function matchesSeal(file: Blob, sha256: string): Promise<boolean | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  return toHex(await digest(await file.arrayBuffer())) === sha256;
}
