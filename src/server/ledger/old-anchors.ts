import type { BlobStore } from "../blobs/blob-store.ts";
import { openAnchor, readAnchoredHead } from "./anchor.ts";
import type { Anchor } from "./anchor.ts";

// Until release 0.1 anchors lay in the evidence store of the company, one file that each signature replaced.

const FOLDER = "anchors";
const keyOf = (companyId: string) => `${FOLDER}/${companyId}.json`;

/** The anchor that an earlier release left; "bad" where there is one that no accepted key signed. */
export async function findOldAnchor(
  evidence: BlobStore,
  companyId: string,
  origin: string,
  vkeys: readonly string[],
): Promise<Anchor | "bad" | undefined> {
  const bytes = await evidence.read(keyOf(companyId));
  return bytes && (openAnchor(bytes, origin, vkeys) ?? "bad");
}

/** Forgets it: it was carried over, or its company is erased. */
export async function forgetOldAnchor(evidence: BlobStore, companyId: string): Promise<void> {
  await evidence.remove(keyOf(companyId));
}

/** Every head that an earlier release anchored in this store, whoever signed it. */
export async function oldAnchoredHeads(evidence: BlobStore) {
  const heads: { companyId: string; size: number; root: Uint8Array }[] = [];
  for (const name of await evidence.list(FOLDER)) {
    if (!name.endsWith(".json")) continue;
    const bytes = await evidence.read(`${FOLDER}/${name}`);
    const head = bytes && readAnchoredHead(bytes);
    if (head) heads.push({ companyId: name.slice(0, -".json".length), size: head.size, root: head.root });
  }
  return heads;
}
