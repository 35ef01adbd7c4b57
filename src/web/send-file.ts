import type * as z from "zod";
import { client } from "./api.ts";
import { contract } from "./contract.ts";
import { AppError } from "./app-error.ts";
import { newUploadKey, upload } from "./upload.ts";

type EvidenceItem = z.output<typeof contract.evidence.file.output>;

/** What is filed, apart from the bytes. */
export interface FilingFacts {
  readonly type: EvidenceItem["type"];
  /** Separated by commas. */
  readonly controls: string;
  readonly matter?: string;
  readonly supersedes?: string;
  /** Where a person said so of a program or an archive. */
  readonly fileAnyway?: "1";
}

export interface Sending {
  readonly companyId: string;
  readonly file: File;
  readonly name: string;
  /** One key for all tries, so that trying again never files it twice. */
  readonly key: string;
  /** Where the browser could compute it. */
  readonly sha256?: string | undefined;
}

interface Reports {
  /** Bytes that are known to have arrived, and those that have left since. */
  readonly onProgress: (sent: number) => void;
  /** The line broke; it is tried again by itself. */
  readonly onBroken: () => void;
  readonly signal: AbortSignal;
}

/** What is no larger goes in one request; larger files go in parts, so that a broken line costs one part at most. */
const WHOLE_BYTES = 1024 * 1024;
const PART_BYTES = 8 * 1024 * 1024;
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000, 60_000, 60_000, 60_000, 60_000];

/** Files what the server read into an upload. A line that breaks is waited for. */
export async function fileUpload(
  { companyId, name, key, sha256, fileName }: Omit<Sending, "file"> & { readonly fileName: string },
  uploadId: string,
  facts: FilingFacts,
  reports: Reports,
): Promise<EvidenceItem> {
  const input = { companyId, name: name.trim(), fileName, ...facts, upload: uploadId, ...(sha256 && { sha256 }) };
  const { signal } = reports;
  return await overBrokenLines(reports, () => upload(contract.evidence.file, input, new Blob(), { key, signal }));
}

/** Sends one file and files it. A line that breaks is waited for, and gone on with from the last byte that arrived. */
export async function sendFile(sending: Sending, facts: FilingFacts, reports: Reports): Promise<EvidenceItem> {
  const { companyId, file, name, key, sha256 } = sending;
  const { signal, onProgress } = reports;
  const input = { companyId, name: name.trim(), fileName: file.name, ...facts };
  if (file.size <= WHOLE_BYTES) {
    return await overBrokenLines(reports, () =>
      upload(contract.evidence.file, input, file, { key, onProgress, signal }),
    );
  }
  const uploadId = await sendParts(sending, reports);
  return await fileUpload({ companyId, name, key, sha256, fileName: file.name }, uploadId, facts, reports);
}

async function sendParts({ companyId, file, key }: Sending, reports: Reports): Promise<string> {
  const { signal, onProgress } = reports;
  let uploadId = uploadIdOf(key);
  let offset = 0;
  while (offset < file.size) {
    await overBrokenLines(reports, async (tries) => {
      if (tries > 0) {
        // How much of the part arrived before the line broke, or of the file when it was tried before.
        const known = await client.uploads.get({ companyId, uploadId }, { signal }).catch(unlessGone);
        if (!known) uploadId = uploadIdOf(newUploadKey());
        offset = known?.received ?? 0;
        if (offset >= file.size) return;
      }
      const from = offset;
      const part = file.slice(from, from + PART_BYTES);
      const address = { companyId, uploadId, offset: from, size: file.size };
      const arrived = await upload(contract.uploads.send, address, part, {
        signal,
        onProgress: (sent) => onProgress(from + sent),
      });
      offset = arrived.received;
    });
    onProgress(offset);
  }
  return uploadId;
}

/** Does it again while the line is broken, after waits that grow, or as soon as the browser says that it is back. */
async function overBrokenLines<T>({ signal, onBroken }: Reports, work: (tries: number) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work(tries);
    } catch (error) {
      const wait = WAITS_MS[tries];
      if (signal.aborted || wait === undefined || !passesByItself(error)) throw error;
      onBroken();
      await pause(wait, signal);
    }
  }
}

function passesByItself(error: unknown): boolean {
  return error instanceof AppError && (error.status === 0 || error.status === 503 || error.code === "upload-moved");
}

function unlessGone(error: unknown): undefined {
  if (error instanceof AppError && error.code === "not-found") return undefined;
  throw error;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      signal.removeEventListener("abort", go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener("online", go);
    signal.addEventListener("abort", go);
  });
}

/** An upload's id out of a file's key, so that a second try goes on with the same upload. */
export function uploadIdOf(key: string): string {
  const hex = `${key.slice(0, 12)}4${key.slice(13, 16)}8${key.slice(17, 32)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
