import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BrokenSeal } from "../blobs/sealed-stream.ts";
import { MissingBlob } from "../blobs/artifacts.ts";
import type { OutgoingFile } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";

/**
 * Sends a file as an attachment that no browser will run or show in our origin, whatever it claims to be. The first
 * bytes are awaited before the headers go, so that damage found at once is still a proper answer.
 */
export async function sendFile(response: ServerResponse, file: OutgoingFile): Promise<void> {
  const bytes = file.bytes[Symbol.asyncIterator]();
  let next: IteratorResult<Uint8Array>;
  try {
    next = await bytes.next();
  } catch (error) {
    if (error instanceof BrokenSeal || error instanceof MissingBlob) fail("evidence-damaged", error);
    throw error;
  }
  response.writeHead(200, {
    "content-type": file.mediaType,
    "content-disposition": attachment(file.fileName),
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    ...(file.size === undefined ? {} : { "content-length": String(file.size) }),
  });
  try {
    await pipeline(Readable.from(startingWith(next, bytes), { objectMode: false }), response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE") throw new ClientLeft();
    throw error;
  }
}

async function* startingWith(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** The other end hung up; there is nobody left to tell. */
export class ClientLeft extends Error {}

/** RFC 6266 with RFC 5987: any name, without a way to break out of the header. */
function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

const HEARTBEAT_MS = 15_000;

/** Sends each value as an event, until there are no more or the reader has gone. */
export async function sendEvents(
  response: ServerResponse,
  events: AsyncIterable<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const iterator = events[Symbol.asyncIterator]();
  // Before the headers: a refusal in the first step is an ordinary failure, not a broken stream.
  let next = await iterator.next();
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" });
  const heartbeat = setInterval(() => response.write(": still here\n\n"), HEARTBEAT_MS);
  try {
    for (; !next.done && !signal.aborted; next = await iterator.next())
      response.write(`data: ${JSON.stringify(next.value)}\n\n`);
    // EventSource reconnects when a stream merely ends, as it should when this process stops; so the end is said.
    if (!signal.aborted) response.write("event: end\ndata: {}\n\n");
    response.end();
  } finally {
    clearInterval(heartbeat);
    await iterator.return?.();
  }
}
