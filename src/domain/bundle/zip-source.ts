import { looksLikeBrokenBundle } from "./bundle-marks.ts";
import type { Packing } from "./bundle-report.ts";
import type { BundleSource, FoundFile } from "./bundle-source.ts";
import { openForeignZip } from "./foreign-zip.ts";
import { NotUnpacked } from "./not-unpacked.ts";
import type { Inflate } from "./not-unpacked.ts";
import { readFully, withWindow } from "./stream-chunks.ts";
import type { ReadAt } from "./stream-chunks.ts";
import { localHeader } from "./zip-layout.ts";
import { openZip } from "./zip-reader.ts";
import type { ZipArchive } from "./zip-reader.ts";

/** A file's SHA-256 and ZIP checksum, fed chunk by chunk. */
export interface FileSums {
  update(chunk: Uint8Array): void;
  /** 32 bytes; the end of the feeding. */
  sha256(): Uint8Array;
  crc32(): number;
}

/** What reading a ZIP takes, given by the caller. */
export interface ZipTools {
  /** Begins the sums of one file. */
  readonly newSums: () => FileSums;
  readonly inflate: Inflate;
}

/** A bundle as a ZIP, as it was issued or as another tool packed it: `size` bytes that `readAt` gives. */
export async function zipSource(readAt: ReadAt, size: number, tools: ZipTools): Promise<BundleSource> {
  const archive = await openArchive(withWindow(readAt), size, tools.inflate);
  const { files, damage, packing } = archive;
  const byPath = new Map(files.map((file) => [file.path, file]));
  return {
    damage,
    packing,
    isBroken: files.length === 0 && (await isBrokenBundle(readAt, size)),
    async *files() {
      for (const file of files) {
        try {
          const { sum, ...found } = await sumsOf(file.path, file.read(), tools.newSums);
          if (found.size !== file.size) yield { ...found, damage: "The file is cut short." };
          else if (sum !== file.crc32)
            yield { ...found, damage: "The file was altered: its checksum in the ZIP differs." };
          else yield found;
        } catch (error) {
          if (!(error instanceof NotUnpacked)) throw error;
          const damage = "The file cannot be unpacked: its bytes are not packed as they should be.";
          yield { path: file.path, size: 0, sha256: new Uint8Array(), damage, isUnreadable: true };
        }
      }
    },
    read: (path) => byPath.get(path)!.read(),
  };
}

/**
 * An archive that our writer wrote must be what it wrote, to the byte: otherwise a changed byte could pass for another
 * tool's habit. Only one in which nothing is our writer's is read as another tool's.
 */
async function openArchive(
  readAt: ReadAt,
  size: number,
  inflate: Inflate,
): Promise<ZipArchive & { readonly packing: Packing }> {
  const issued = await openZip(readAt, size);
  if (issued.isOurs) return { ...issued, packing: "issued" };
  const foreign = await openForeignZip(readAt, size, inflate);
  const isOurs = foreign.isOurs || (await beginsLikeOurs(readAt, size));
  return isOurs ? { ...issued, packing: "issued" } : { ...foreign, packing: "repacked" };
}

/** Whether the first entry's header is one of our writer's. */
async function beginsLikeOurs(readAt: ReadAt, size: number): Promise<boolean> {
  const ours = localHeader(new Uint8Array(), { date: 0, time: 0 });
  const found = await readFully(readAt, 0, Math.min(size, 30));
  // Time, date and the name's length are each file's own.
  return (
    found.length === 30 &&
    found.every((byte, at) => byte === ours[at] || (at >= 10 && at < 14) || at === 26 || at === 27)
  );
}

const LOOKED_AT = 1 << 16;

async function isBrokenBundle(readAt: ReadAt, size: number): Promise<boolean> {
  const length = Math.min(size, LOOKED_AT);
  const [head, tail] = [
    await readFully(readAt, 0, Math.min(size, 512)),
    await readFully(readAt, size - length, length),
  ];
  return looksLikeBrokenBundle(asCharacters(head), asCharacters(tail));
}

/** One character for each byte. */
function asCharacters(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** What a file is found to be once all of its chunks have gone by. */
export async function sumsOf(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  newSums: ZipTools["newSums"],
): Promise<FoundFile & { readonly sum: number }> {
  const sums = newSums();
  let size = 0;
  for await (const chunk of chunks) {
    sums.update(chunk);
    size += chunk.length;
  }
  return { path, size, sha256: sums.sha256(), sum: sums.crc32() };
}
