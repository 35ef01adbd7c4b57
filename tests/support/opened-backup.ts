import { readFile } from "node:fs/promises";
import { Decrypter } from "age-encryption";
import { openZip } from "#domain/bundle/zip-reader.ts";

/** What is inside a file in the age format, opened by the library and not by ours. */
export async function decrypted(file: string, identity: string): Promise<Buffer> {
  const decrypter = new Decrypter();
  for (const line of (await readFile(identity, "utf8")).split("\n"))
    if (line.startsWith("AGE-SECRET-KEY-")) decrypter.addIdentity(line);
  return Buffer.from(await decrypter.decrypt(await readFile(file)));
}

/** The files of an archive, in order. */
export async function unzipped(archive: Buffer): Promise<Map<string, Buffer>> {
  const readAt = async (into: Uint8Array, position: number) => archive.copy(into, 0, position, position + into.length);
  const { files, damage } = await openZip(readAt, archive.length);
  if (damage.length > 0) throw new Error(JSON.stringify(damage));
  const found = new Map<string, Buffer>();
  for (const entry of files) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry.read()) chunks.push(Buffer.from(chunk));
    found.set(entry.path, Buffer.concat(chunks));
  }
  return found;
}
