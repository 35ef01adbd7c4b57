import { zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import type { Within } from "../db/without-privilege.ts";

/** Writes a page that is not written yet. */
export async function writePage(
  tx: Tx,
  companyId: string,
  register: string,
  { sha256, text }: { readonly sha256: string; readonly text: Buffer },
): Promise<void> {
  // As bytes, which the database takes for a text, too: the driver would count and write each letter of one.
  await sql`INSERT INTO app.snapshot_pages (company_id, sha256, register, content) VALUES (${companyId}, ${sha256}, ${register}, ${text})
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** So many pages are written in one transaction, which is short: whoever writes the same ones waits for no more than that. */
const WRITTEN_AT_ONCE = 8;

/** Fewer pages wait until the run's own connection is free: opening another takes longer than writing them. */
const WRITTEN_BESIDE = 16;

/** The packed text of a page. */
export interface PageText {
  readonly register: string;
  readonly sha256: string;
  readonly packed: Buffer;
  /** Of its text, in bytes. */
  readonly length: number;
}

/** Writes pages of a snapshot that the last one did not have. */
export interface PageWriter {
  /** Many are written while others are made. */
  readonly write: (page: PageText) => void;
  /** Once all of them are written; fails as one of them did. */
  readonly done: () => Promise<void>;
  /** Resolves once nothing is being written; what still waited is dropped. */
  readonly stop: () => Promise<void>;
}

/** Named by their hashes, pages are nobody's snapshot until one says so: they are kept whatever becomes of the run, and the next one finds them. */
export function pageWriter(within: Within, companyId: string): PageWriter {
  let waiting: PageText[] = [];
  let writing: Promise<void> | undefined;
  const writeAll = async () => {
    while (waiting.length > 0) {
      const some = waiting.splice(0, WRITTEN_AT_ONCE);
      await within(async (tx) => {
        for (const { register, sha256, packed, length } of some) {
          const text = unpack(packed, length);
          await writePage(tx, companyId, register, { sha256, text });
          letGo(text);
        }
      });
    }
    writing = undefined;
  };
  return {
    write: (page) => {
      waiting.push(page);
      if (waiting.length < WRITTEN_BESIDE) return;
      writing ??= writeAll();
      // It is awaited once all are made, if nothing else fails first.
      writing.catch(() => {});
    },
    done: async () => {
      if (waiting.length > 0) writing ??= writeAll();
      await writing;
    },
    stop: async () => {
      waiting = [];
      await writing?.catch(() => {});
    },
  };
}

/** The library takes none that are smaller. */
const MIN_CHUNK = 64;

/**
 * The text of a page, in bytes. As one piece: many small ones are copied into one, and what they took is not given back for long. One byte
 * more than the text: a chunk that is filled exactly is followed by another.
 */
export const unpack = (bytes: Buffer, length: number): Buffer =>
  zstdDecompressSync(bytes, { chunkSize: Math.max(MIN_CHUNK, length + 1) });

/** Frees now what a text took that nobody reads any more, instead of at the next garbage collection. */
export function letGo(text: Buffer): void {
  const { buffer, byteOffset, length } = text;
  const isAlone = byteOffset === 0 && buffer.byteLength - length <= 1;
  if (isAlone && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
