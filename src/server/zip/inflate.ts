import { Readable } from "node:stream";
import { createInflateRaw, inflateRawSync } from "node:zlib";
import { concat } from "#domain/ledger/bytes.ts";
import { NotUnpacked } from "#domain/bundle/not-unpacked.ts";
import type { Inflate } from "#domain/bundle/not-unpacked.ts";

/** Files up to this size are unpacked at once: a stream for each of a hundred thousand takes minutes. */
const SMALL = 1 << 20;

/** Unpacks with Node's own zlib, and holds it to the last byte: zlib itself passes over what follows the end. */
export const inflate: Inflate = async function* inflate(chunks, packed, size) {
  if (packed <= SMALL && size <= SMALL) {
    yield unpackSmall(await collected(chunks), size);
    return;
  }
  const inflater = createInflateRaw();
  const source = Readable.from(copies(chunks));
  source.on("error", (error) => inflater.destroy(error));
  source.pipe(inflater);
  try {
    for await (const chunk of inflater) yield chunk as Buffer;
  } catch (error) {
    throw asNotUnpacked(error);
  } finally {
    source.destroy();
  }
  if (inflater.bytesWritten !== packed) throw new NotUnpacked();
};

function unpackSmall(bytes: Uint8Array, size: number): Uint8Array {
  try {
    // The types know no `info`, by which zlib tells where it stopped.
    const options = { maxOutputLength: Math.max(1, size + 1), info: true };
    const { buffer, engine } = inflateRawSync(bytes, options) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    if (engine.bytesWritten !== bytes.length) throw new NotUnpacked();
    return buffer;
  } catch (error) {
    throw asNotUnpacked(error);
  }
}

/** A stream reads ahead, and chunks are their reader's only until the next. */
async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

async function collected(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(Buffer.from(chunk));
  return concat(...all);
}

/** zlib's own errors, and "more than was allowed"; any other is the disk's. */
function asNotUnpacked(error: unknown): unknown {
  const code = (error as { readonly code?: unknown }).code;
  const isZlibs = typeof code === "string" && (code.startsWith("Z_") || code === "ERR_BUFFER_TOO_LARGE");
  return isZlibs ? new NotUnpacked() : error;
}
