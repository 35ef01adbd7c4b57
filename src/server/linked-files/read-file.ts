import { createHash } from "node:crypto";
import { maxEvidenceBytes } from "#contract/evidence.ts";
import { signatureBytes, unreadableKind } from "#domain/file-signature.ts";
import type { Unreadable } from "#domain/file-signature.ts";
import { fieldsOf } from "../connections/credentials/ask-vendor.ts";
import { callFunction } from "../db/functions.ts";
import type { Within } from "../db/without-privilege.ts";
import type { Egress } from "../outbound/egress.ts";
import type { StreamAnswer } from "../outbound/stream.ts";
import { AppError } from "../app-error.ts";
import { receivePart } from "../uploads/uploads.ts";
import type { UploadDeps } from "../uploads/uploads.ts";
import { headersOf, waitOf } from "./sources.ts";
import type { FileSource } from "./sources.ts";
import { failAt } from "./vendor.ts";
import type { VendorFile } from "./vendor.ts";

interface Deps extends UploadDeps {
  readonly egress: Pick<Egress, "stream">;
}

interface Reading {
  readonly companyId: string;
  readonly uploadId: string;
  readonly token: string;
  readonly signal: AbortSignal;
  /** Asked once every byte is there: whether the provider still describes the file as it was described before. */
  readonly isStillThat: () => Promise<boolean>;
}

export interface ReadFile {
  readonly size: number;
  readonly sha256: Buffer;
  readonly unreadable: Unreadable | undefined;
}

/** Sealed and committed in pieces of this size, so that a page can show how far it has come. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** Google exports no more; where no size is said ahead, this much is held in memory at most. */
const EXPORT_BYTES = 10 * 1024 * 1024 + 64 * 1024;
const ERROR_BYTES = 64 * 1024;

/**
 * Reads a file at its provider into an upload of the caller's, sealed piece by piece as it arrives. Refuses what the provider says,
 * `linked-file-changed` where the bytes are not the file that was described, and `linked-file-interrupted`.
 */
export async function readFile(
  deps: Deps,
  within: Within,
  { vendor }: FileSource,
  file: VendorFile,
  reading: Reading,
): Promise<ReadFile> {
  const { source } = file;
  if ((file.size ?? 0) > maxEvidenceBytes) throw new AppError("file-too-large");
  if (file.size === 0) throw new AppError("file-empty");
  const { companyId, uploadId, token, signal, isStillThat } = reading;
  const { url, method } = file.download;
  const answer = await deps.egress
    .stream({ url, method, headers: headersOf(file.download, token), signal })
    .catch((error: unknown) => (signal.aborted ? throwIt(error) : failAt(source, "file-source-unreachable")));
  if (answer.status !== 200) {
    const fields = fieldsOf(Buffer.from(await beginningOf(answer, ERROR_BYTES)).toString("utf8"));
    return failAt(source, vendor.failureOf(answer.status, fields), waitOf(answer.headers));
  }
  const whole = file.size === null ? await exported(answer, source) : undefined;
  const size = whole?.length ?? file.size!;
  if (size === 0) throw new AppError("file-empty");
  const pieces = piecesOf(whole ? [whole] : answer.bytes, size, source);
  return await keepPieces(deps, within, pieces, { companyId, uploadId, size, file, isStillThat });
}

interface Keeping extends Pick<Reading, "companyId" | "uploadId" | "isStillThat"> {
  readonly size: number;
  readonly file: VendorFile;
}

/** Seals one piece after the other into the upload; what is not whole in the end gives its room back. */
async function keepPieces(
  deps: Deps,
  within: Within,
  pieces: AsyncIterable<Buffer>,
  { companyId, uploadId, size, file, isStillThat }: Keeping,
): Promise<ReadFile> {
  const hash = createHash("sha256");
  let start = Buffer.alloc(0);
  let offset = 0;
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      if (start.length < signatureBytes) start = Buffer.concat([start, piece.subarray(0, signatureBytes)]);
      const part = { companyId, uploadId, offset, size };
      const { received } = await receivePart(deps, within, part, { bytes: once(piece), declaredBytes: piece.length });
      offset = received;
    }
    const sha256 = hash.digest();
    const isOther = file.sha256 !== null && file.sha256 !== sha256.toString("hex");
    if (offset !== size || isOther || !(await isStillThat())) return failAt(file.source, "linked-file-changed");
    return { size, sha256, unreadable: unreadableKind(start) };
  } catch (error) {
    // Before the first piece it may be an upload that somebody sends by themselves.
    if (offset > 0) await within((tx) => callFunction(tx, "app.end_upload", [uploadId, deps.now()])).catch(() => {});
    throw error;
  }
}

/** The bytes in pieces of equal size. More or fewer than were announced are another file's. */
async function* piecesOf(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
  source: VendorFile["source"],
): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let holds = 0;
  let received = 0;
  for await (const chunk of interruptible(bytes, source)) {
    received += chunk.length;
    if (received > size) failAt(source, "linked-file-changed");
    held.push(chunk);
    holds += chunk.length;
    if (holds < PIECE_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    holds = 0;
  }
  if (received !== size) failAt(source, "linked-file-changed");
  if (holds > 0) yield Buffer.concat(held);
}

async function* interruptible(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  source: VendorFile["source"],
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    if (error instanceof AppError) throw error;
    failAt(source, "linked-file-interrupted");
  }
}

async function exported(answer: StreamAnswer, source: VendorFile["source"]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of interruptible(answer.bytes, source)) {
    size += chunk.length;
    if (size > EXPORT_BYTES) throw new AppError("linked-export-too-large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function beginningOf(answer: StreamAnswer, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.bytes) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) break;
    }
  } catch {
    // An error that breaks off is one all the same.
  }
  return Buffer.concat(chunks).subarray(0, most);
}

async function* once(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  yield piece;
}

function throwIt(error: unknown): never {
  throw error;
}
