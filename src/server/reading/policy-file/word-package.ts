import { openForeignZip } from "#domain/bundle/foreign-zip.ts";
import { concat } from "#domain/ledger/bytes.ts";
import { inflate } from "../office-words.ts";
import { RefusedFile } from "./refused-file.ts";

/** What the parts of a document that hold text unpack to, in bytes, all together. A policy of 60,000 characters has some two million. */
const MOST_UNPACKED = 16 * 1024 * 1024;
const MOST_PARTS = 5_000;
/** Parts that are read: markup, and who refers to whom. Pictures and everything else stay packed. */
const READ = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?[\w-]+\.xml(?:\.rels)?)$/;

/** The parts of a Word document that hold text, unpacked, and the names of all. */
export interface WordPackage {
  readonly names: readonly string[];
  readonly parts: ReadonlyMap<string, string>;
}

/** Unpacks the parts of a Word document that hold text. Throws `RefusedFile` where it is none, or unpacks to too much. */
export async function openWordPackage(bytes: Uint8Array): Promise<WordPackage> {
  const readAt = async (into: Uint8Array, position: number) => {
    const piece = bytes.subarray(position, position + into.length);
    into.set(piece);
    return piece.length;
  };
  const { files } = await openForeignZip(readAt, bytes.length, inflate);
  if (files.length > MOST_PARTS) throw new RefusedFile("policy-file-unpacked");
  const parts = new Map<string, string>();
  let left = MOST_UNPACKED;
  for (const file of files) {
    if (!READ.test(file.path)) continue;
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.read()) {
      left -= chunk.length;
      if (left < 0) throw new RefusedFile("policy-file-unpacked");
      chunks.push(Uint8Array.from(chunk));
    }
    parts.set(file.path, new TextDecoder().decode(concat(...chunks)));
  }
  if (!parts.has("[Content_Types].xml"))
    throw new RefusedFile(files.length === 0 ? "policy-file-damaged" : "policy-file-kind");
  return { names: files.map(({ path }) => path), parts };
}
