import { NotUnpacked } from "#domain/bundle/not-unpacked.ts";
import { MOST_UNPACKED } from "#domain/bundle/report-text.ts";
import { concat } from "#domain/ledger/bytes.ts";
import type { Inflate } from "#domain/bundle/not-unpacked.ts";

/** Unpacks with the browser's own DecompressionStream, which refuses what follows the end of a packed file. */
export const inflate: Inflate = async function* inflate(chunks) {
  const unpacker = new DecompressionStream("deflate-raw");
  const writer = unpacker.writable.getWriter();
  let fault: unknown;
  const feeding = (async () => {
    // A chunk is overwritten when the one after the next is asked for, and the stream may read ahead.
    for await (const chunk of chunks) await writer.write(chunk.slice());
    await writer.close();
  })().catch((error: unknown) => {
    fault = error;
    return writer.abort(error).catch(() => {});
  });
  const reader = unpacker.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    await feeding;
    if (fault !== undefined) throw fault as Error;
  } catch (error) {
    throw error instanceof TypeError ? new NotUnpacked() : error;
  } finally {
    await reader.cancel().catch(() => {});
    await feeding;
  }
};

/** Unpacks a report that is packed with gzip; rejects for what it cannot. */
export async function gunzip(packed: Uint8Array): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concat(...pieces);
    size += value.length;
    if (size > MOST_UNPACKED) throw new NotUnpacked();
    pieces.push(value);
  }
}
