import { toHex } from "#domain/ledger/bytes.ts";
import { client } from "#web/api.ts";
import { digest } from "#web/verification/browser-crypto.ts";

/**
 * The exhibit that these bytes are on file as, if they are. Throws where they are on file under privilege alone: filing them once more,
 * for everyone, would give that up.
 */
export async function exhibitOf(companyId: string, bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  // Without HTTPS a browser computes no hashes; then it is filed once more.
  if (!globalThis.crypto?.subtle) return undefined;
  const same = await client.evidence.same({ companyId, sha256: toHex(await digest(bytes)) });
  const known = same.filter(({ withdrawn }) => !withdrawn);
  const open = known.find(({ privileged }) => !privileged);
  if (!open && known[0])
    throw new Error(
      `This file is on file as ${known[0].exhibit}, which is privileged. Choose another version of it, or waive the privilege of ${known[0].exhibit} first.`,
    );
  return open?.exhibit;
}
