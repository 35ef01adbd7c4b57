import { randomBytes, randomUUID } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import { openSealed, sealStream } from "./sealed-stream.ts";
import type { Digest } from "./sealed-stream.ts";
import type { BlobStore } from "./blob-store.ts";
import { StorageFull } from "./blob-store.ts";
import { fail, AppError } from "../app-error.ts";
import { artifactBinding } from "./company-keys.ts";

/** Bytes that are stored, sealed and durable, but not yet filed: without a row they are rubbish, and harmless. */
export interface StoredArtifact extends Digest {
  readonly id: string;
  readonly key: Buffer;
  readonly blobKey: string;
  readonly mediaType: string;
}

/** What one request may send as a body, with the length it announced. */
export interface IncomingBody {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly declaredBytes: number | undefined;
}

/** What of a body is accepted. */
interface BodyLimit {
  /** The largest, and what a larger one is refused with. */
  readonly bytes: number;
  readonly refusal: "file-too-large" | "report-too-large";
  /** Sees the first bytes as soon as they have arrived, and throws what they are refused with. */
  readonly inspect?: (start: Uint8Array) => void;
}

const SNIFFED_BYTES = 4_100;

/**
 * Streams a body into the blob store: sealed under a fresh key, on the disk before this resolves, never whole in
 * memory. Refuses an empty, oversized or interrupted body and what the limit refuses, and leaves nothing behind then.
 */
export async function storeArtifact(
  store: BlobStore,
  companyId: string,
  now: Date,
  body: IncomingBody,
  limit: BodyLimit,
): Promise<StoredArtifact> {
  if (body.declaredBytes !== undefined && body.declaredBytes > limit.bytes) fail(limit.refusal);
  const id = randomUUID();
  const key = randomBytes(32);
  const blobKey = blobKeyFor(companyId, now, id);
  const start: Uint8Array[] = [];
  let received = 0;
  let inspect = limit.inspect;
  async function* bounded(): AsyncGenerator<Uint8Array> {
    for await (const chunk of interruptible(body.bytes)) {
      if (received < SNIFFED_BYTES) start.push(chunk);
      received += chunk.length;
      if (received > limit.bytes) fail(limit.refusal);
      if (received >= SNIFFED_BYTES) {
        inspect?.(Buffer.concat(start));
        inspect = undefined;
      }
      yield chunk;
    }
    if (received === 0) fail("file-empty");
    inspect?.(Buffer.concat(start));
    if (body.declaredBytes !== undefined && received !== body.declaredBytes) fail("file-interrupted");
  }
  let digest: Digest | undefined;
  try {
    await store.assertSpace();
    await store.put(
      blobKey,
      sealStream(bounded(), key, artifactBinding(companyId, id), (end) => (digest = end)),
    );
  } catch (error) {
    if (error instanceof StorageFull) fail("storage-full", error);
    throw error;
  }
  if (!digest) throw new Error("the sealed stream ended without its digest");
  return { id, key, blobKey, mediaType: await mediaTypeOf(Buffer.concat(start)), ...digest };
}

/** The folder of a store that holds all sealed objects of a company. */
export const folderOf = (companyId: string): string => `v1/${companyId.slice(0, 2)}/${companyId}`;

/** Where a company's sealed object lies in its store. */
export function blobKeyFor(companyId: string, now: Date, id: string): string {
  return `${folderOf(companyId)}/${now.toISOString().slice(0, 10).replaceAll("-", "/")}/${id}.sealed`;
}

/** Does what comes before filing, and removes what was stored when that fails, in whatever way: no row names it yet. */
export async function discardOnFailure<T>(
  store: BlobStore,
  artifact: StoredArtifact,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await store.remove(artifact.blobKey);
    throw error;
  }
}

/**
 * Files what was stored, and removes it again where it is certain that it was not filed: refused, or on file already.
 * After any other failure the row may be there, so the bytes stay.
 */
export async function fileOrDiscard<T>(
  store: BlobStore,
  artifact: StoredArtifact,
  file: () => Promise<{ answer: T; repeated: boolean }>,
): Promise<T> {
  try {
    const { answer, repeated } = await file();
    if (repeated) await store.remove(artifact.blobKey);
    return answer;
  } catch (error) {
    if (error instanceof AppError) await store.remove(artifact.blobKey);
    throw error;
  }
}

async function* interruptible(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The client went away or broke the framing; whatever the reason, the file did not arrive.
    fail("file-interrupted", error);
  }
}

/** The media type the bytes themselves show. The name a client gives a file is never believed. */
export async function mediaTypeOf(start: Buffer): Promise<string> {
  // A bounded piece, whatever the size of what arrived first: it is looked at where requests are answered.
  const found = await fileTypeFromBuffer(start.subarray(0, SNIFFED_BYTES));
  if (found) return found.mime;
  const text = start.subarray(0, SNIFFED_BYTES);
  // A multi-byte character may be cut at the end of the sample, so the last three bytes do not count.
  const sample = text.length > 4 ? text.subarray(0, text.length - 3) : text;
  if (sample.includes(0)) return "application/octet-stream";
  const decoded = new TextDecoder("utf-8").decode(sample, { stream: true });
  if (decoded.includes("�")) return "application/octet-stream";
  return /^\s*[[{]/.test(decoded) ? "application/json" : "text/plain";
}

/** What is needed to open a stored artifact. */
export interface ArtifactLocation extends Digest {
  readonly companyId: string;
  readonly artifactId: string;
  readonly blobKey: string;
  readonly key: Uint8Array;
}

/** Yields the original bytes, each segment only after its seal was checked; throws `BrokenSeal` when it is not whole. */
export async function* readArtifact(store: BlobStore, artifact: ArtifactLocation): AsyncGenerator<Buffer> {
  const blob = await store.open(artifact.blobKey);
  if (!blob) throw new MissingBlob(artifact.blobKey);
  try {
    yield* openSealed(blob.readAt, artifact.key, artifactBinding(artifact.companyId, artifact.artifactId), artifact);
  } finally {
    await blob.close();
  }
}

/** The row is there, its bytes are not. */
export class MissingBlob extends Error {}
