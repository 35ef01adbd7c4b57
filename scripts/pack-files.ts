import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const brotli = promisify(brotliCompress);

const TEXT = /\.(css|js|mjs|svg)$/;
/** What is shorter is sent as it is (src/server/http/entity.ts). */
const WORTHWHILE = 400;

/**
 * Packs each text of a built folder as small as Brotli makes it, beside it: whoever comes first after a start would otherwise
 * wait a second for what a page needs, or it would be packed less.
 */
export async function packFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  await Promise.all(texts.map(async ({ parentPath, name }) => await pack(join(parentPath, name))));
}

async function pack(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length <= WORTHWHILE) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const packed = await brotli(bytes, { params });
  if (packed.length < bytes.length) await writeFile(`${file}.br`, packed);
}
