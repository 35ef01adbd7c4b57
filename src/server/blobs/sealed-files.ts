import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { threadEnv } from "../thread-env.ts";
import { artifactBinding } from "./company-keys.ts";
import { SEGMENT_BYTES } from "./sealed-stream.ts";
import type { ArtifactLocation } from "./artifacts.ts";
import type { BlobStore } from "./blob-store.ts";

/** A sealed file of this machine, and what opens it. */
export interface SealedFile {
  readonly file: string;
  readonly key: Uint8Array;
  readonly bound: string;
  readonly sha256: Uint8Array;
  readonly size: number;
}

/** What the thread answers: all plain bytes one after the other, and of each file what it was; undefined for one that is not whole. */
export interface OpenedFiles {
  readonly bytes: Uint8Array;
  readonly opened: readonly ({ readonly crc32: number; readonly size: number } | undefined)[];
}

/** The original bytes of a stored file, whose seal and hash were checked. */
export interface WholeFile {
  readonly bytes: Uint8Array;
  readonly crc32: number;
}

/** Whether a stored file is one that {@link SealedFiles} can open. */
export function isSmallFile(store: BlobStore, { size }: Pick<ArtifactLocation, "size">): boolean {
  return store.fileOf !== undefined && size <= SEGMENT_BYTES;
}

/** Opens small files of this machine in a thread of its own, one list after the other. Close it. */
export class SealedFiles {
  #worker: Worker | undefined;
  #isAsked = false;

  /** Each file that is whole, in the order given; undefined for one that is missing or damaged. */
  async open(files: readonly { store: BlobStore; artifact: ArtifactLocation }[]): Promise<(WholeFile | undefined)[]> {
    // Answers carry no name: two that wait would take each other's.
    if (this.#isAsked) throw new Error("files are being opened already");
    this.#isAsked = true;
    const worker = (this.#worker ??= new Worker(new URL("./sealed-thread.ts", import.meta.url), { env: threadEnv() }));
    const asked = files.map(
      ({ store, artifact: { companyId, artifactId, blobKey, key, sha256, size } }): SealedFile => ({
        file: store.fileOf!(blobKey),
        key,
        bound: artifactBinding(companyId, artifactId),
        sha256,
        size,
      }),
    );
    const ended = new AbortController();
    const end = () => ended.abort();
    worker.once("exit", end);
    try {
      worker.postMessage(asked);
      const [{ bytes, opened }] = (await once(worker, "message", { signal: ended.signal })) as [OpenedFiles];
      let at = 0;
      return opened.map((file) => {
        if (!file) return undefined;
        at += file.size;
        return { bytes: bytes.subarray(at - file.size, at), crc32: file.crc32 };
      });
    } catch (error) {
      // It answers nobody any more: whoever asks next gets another.
      this.#worker = undefined;
      await worker.terminate();
      throw ended.signal.aborted ? new Error("the thread that opens files has ended", { cause: error }) : error;
    } finally {
      this.#isAsked = false;
      worker.off("exit", end);
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}
