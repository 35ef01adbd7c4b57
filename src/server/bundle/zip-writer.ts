import { createHash } from "node:crypto";
import { isSafePath, pathKey } from "#domain/bundle/bundle-path.ts";
import { dataDescriptor, directoryRecord, dosTime, endRecords, localHeader } from "#domain/bundle/zip-layout.ts";
import type { DosTime, ZipEntry } from "#domain/bundle/zip-layout.ts";
import { crc32 } from "./crc32.ts";

export interface AddedFile {
  /** 32 bytes. */
  readonly sha256: Buffer;
  readonly size: number;
}

/**
 * Writes a ZIP as a stream, without compression and without knowing sizes beforehand: evidence is mostly compressed
 * already, and a stored file can be checked byte by byte. Larger than 4 GB is fine. Hashes each file on its way. The
 * same files and date give the same bytes.
 */
export class ZipWriter {
  readonly #write: (chunk: Uint8Array) => Promise<void>;
  readonly #at: DosTime;
  readonly #records: Uint8Array[] = [];
  readonly #paths = new Set<string>();
  #offset = 0;
  /** Only an archive whose last step succeeded can go on. */
  #ready = true;

  /** `write` is given every chunk in order and is waited for; a chunk may be the caller's own of `addStream`. */
  constructor(write: (chunk: Uint8Array) => Promise<void>, options: { readonly date: Date }) {
    this.#write = write;
    this.#at = dosTime(options.date);
  }

  async addBytes(path: string, bytes: Uint8Array): Promise<AddedFile> {
    return await this.addStream(path, [bytes]);
  }

  /**
   * Adds a file from a stream. Throws for a path that would be harmful where the archive is unpacked or that is there
   * already, before anything is written, and when the stream fails; the archive can then not be finished. `checked` is
   * the SHA-256 of a stream that fails by itself unless it has that hash: it is not computed a second time.
   */
  async addStream(
    path: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    checked?: Buffer,
  ): Promise<AddedFile> {
    if (!isSafePath(path)) throw new Error(`not a safe path in an archive: ${JSON.stringify(path)}`);
    if (this.#paths.has(pathKey(path))) throw new Error(`twice in one archive: ${path}`);
    this.#begin();
    this.#paths.add(pathKey(path));
    const name = Buffer.from(path);
    const offset = this.#offset;
    const hash = checked ? undefined : createHash("sha256");
    let sum = 0;
    let size = 0;
    await this.#put(localHeader(name, this.#at));
    for await (const chunk of chunks) {
      // Hashed while it is on its way.
      const writing = this.#put(chunk);
      sum = crc32(chunk, sum);
      hash?.update(chunk);
      size += chunk.length;
      await writing;
    }
    await this.#put(dataDescriptor(sum, size));
    const entry: ZipEntry = { path, crc32: sum, size, offset };
    this.#records.push(directoryRecord(name, entry, this.#at));
    this.#ready = true;
    return { sha256: checked ?? hash!.digest(), size };
  }

  /** Writes the directory; nothing can be added afterwards. */
  async finish(): Promise<void> {
    this.#begin();
    const directory = Buffer.concat(this.#records);
    const end = endRecords(this.#records.length, this.#offset, directory.length);
    await this.#put(Buffer.concat([directory, end]));
  }

  #begin(): void {
    if (!this.#ready) throw new Error("the archive is finished, has failed, or is still being added to");
    this.#ready = false;
  }

  async #put(bytes: Uint8Array): Promise<void> {
    this.#offset += bytes.length;
    await this.#write(bytes);
  }
}
