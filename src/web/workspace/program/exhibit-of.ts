import { toHex } from "#domain/ledger/bytes.ts";
import { client } from "#web/api.ts";
import { digest } from "#web/verification/browser-crypto.ts";

/** The exhibit that these bytes are on file as, if they are. */
export async function exhibitOf(companyId: string, bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  // Without HTTPS a browser computes no hashes; then it is filed once more.
  if (!globalThis.crypto?.subtle) return undefined;
  const same = await client.evidence.same({ companyId, sha256: toHex(await digest(bytes)) });
  return same.find(({ withdrawn }) => !withdrawn)?.exhibit;
}
