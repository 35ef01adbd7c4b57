import { concat, fromUtf8 } from "../ledger/bytes.ts";
import type { Judges } from "../judge/judges.ts";
import type { BundleContent } from "./bundle-source.ts";

/** Unpacks gzip (RFC 1952); rejects for what it cannot, such as what would be more than {@link MOST_UNPACKED} bytes. */
type Gunzip = NonNullable<Judges["gunzip"]>;

const TOO_LARGE = "read from a report that is too large to be read again";
/** No report that was imported is larger. */
const MOST_PACKED = 64 * 1024 * 1024;
/** More than this nobody reads again: a verifier holds it several times over. A foreign judge's engine has less room and is slower. */
export const MOST_UNPACKED = 64 * 1024 * 1024;
const MOST_APART = 8 * 1024 * 1024;

/** The text of another tool's report as it is sealed, packed or not, or why it is not to be had, as a phrase. */
export async function reportText(
  content: BundleContent,
  { path, size }: { readonly path: string; readonly size: number },
  { gunzip, isApart }: { readonly gunzip: Gunzip | undefined; readonly isApart: boolean },
): Promise<{ readonly text: string } | { readonly open: string }> {
  if (size > MOST_PACKED) return { open: TOO_LARGE };
  const chunks: Uint8Array[] = [];
  for await (const chunk of content.bytes(path)) chunks.push(chunk.slice());
  const bytes = concat(...chunks);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isPacked ? await unpacked(bytes, gunzip) : bytes;
  if (plain && plain.length > (isApart ? MOST_APART : MOST_UNPACKED)) return { open: TOO_LARGE };
  if (!plain) return { open: "read from a packed report that cannot be unpacked here" };
  const text = fromUtf8(plain);
  // An import reads other encodings as well as it can; that is not the same in every engine.
  if (text === undefined) return { open: "read from a report that is not written in UTF-8" };
  return { text: text.replace(/^\uFEFF/, "") };
}

async function unpacked(bytes: Uint8Array, gunzip: Gunzip | undefined): Promise<Uint8Array | undefined> {
  try {
    return await gunzip?.(bytes);
  } catch {
    return undefined;
  }
}
