import type { Damage } from "#domain/stored-file.ts";
import { MissingBlob } from "../blobs/artifacts.ts";
import { BrokenSeal } from "../blobs/sealed-stream.ts";

/** Exhibits whose stored files are missing or damaged: they are in the bundle's lists, and their files are not in it. */
export const DAMAGED_FILES = "damaged.json";

/** Files up to this size are read into memory once; larger ones are read twice, since an archive cannot take back what it began. */
const IN_MEMORY = 8 * 1024 * 1024;

/** The bytes of a stored file that was read to its end and found whole; else what is wrong with it. */
export async function wholeFile(
  open: () => AsyncGenerator<Buffer>,
  size: number,
): Promise<AsyncIterable<Buffer> | Iterable<Buffer> | Damage> {
  try {
    const kept: Buffer[] = [];
    for await (const piece of open()) if (size <= IN_MEMORY) kept.push(piece);
    return size <= IN_MEMORY ? kept : open();
  } catch (error) {
    if (error instanceof MissingBlob) return "missing";
    if (error instanceof BrokenSeal) return "altered";
    throw error;
  }
}
