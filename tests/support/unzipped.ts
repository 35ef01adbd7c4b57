import { openZip } from "#domain/bundle/zip-reader.ts";
import type { BundleFiles } from "./sample-bundle.ts";

/** The files of a bundle as the server wrote it, by path. */
export async function unzipped(bytes: Buffer): Promise<BundleFiles> {
  const { files } = await openZip(async (into, at) => bytes.copy(into, 0, at), bytes.length);
  const found: BundleFiles = new Map();
  for (const file of files) {
    const chunks: Buffer[] = [];
    for await (const chunk of file.read()) chunks.push(Buffer.from(chunk));
    found.set(file.path, Buffer.concat(chunks));
  }
  return found;
}
