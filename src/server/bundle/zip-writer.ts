import { createHash } from "node:crypto";
import { isSafePath, pathKey } from "#domain/bundle/bundle-path.ts";
import { dataDescriptor, directoryRecord, dosTime, endRecords, localHeader } from "#domain/bundle/zip-layout.ts";
import type { DosTime, ZipEntry } from "#domain/bundle/zip-layout.ts";
import { crc32 } from "../zip/crc32.ts";

export interface AddedFile {
  /** 32 bytes. */
  readonly sha256: Buffer;
  readonly size: number;
}

/** Where there is nothing to wait for, nothing is answered. */
type Write = (chunk: Uint8Array) => Promise<void> | void;

/**
 * Writes a ZIP as a stream, without compression and without knowing sizes beforehand: evidence is mostly compressed
 * already, and a stored file can be checked byte by byte. Larger than 4 GB is fine. Hashes each file on its way. The
 * same files and date give the same bytes.
 */
export class ZipWriter {
  readonly #write: Write;
  readonly #at: DosTime;
  /** The directory so far; many thousand small arrays would take four times the room. */
  #directory = Buffer.alloc(1 << 12);
  #directoryBytes = 0;
  #count = 0;
  readonly #paths = new Set<string>();
  #offset = 0;
  /** Only an archive whose last step succeeded can go on. */
  #ready = true;

  /** `write` is given every chunk in order and is waited for; a chunk may be the caller's own of `addStream`. */
  constructor(write: Write, options: { readonly date: Date }) {
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
    const entry = this.#enter(path);
    const hash = checked ? undefined : createHash("sha256");
    let sum = 0;
    let size = 0;
    const header = this.#put(localHeader(entry.name, this.#at));
    if (header) await header;
    for await (const chunk of chunks) {
      // Hashed while it is on its way.
      const writing = this.#put(chunk);
      sum = crc32(chunk, sum);
      hash?.update(chunk);
      size += chunk.length;
      if (writing) await writing;
    }
    const descriptor = this.#put(dataDescriptor(sum, size));
    if (descriptor) await descriptor;
    this.#close(entry, sum, size);
    return { sha256: checked ?? hash!.digest(), size };
  }

  /** Adds a file whose bytes and sums are at hand: nothing of it is computed again. Throws as `addStream` does. */
  async addWhole(path: string, bytes: Uint8Array, crc: number): Promise<void> {
    const entry = this.#enter(path);
    for (const piece of [localHeader(entry.name, this.#at), bytes, dataDescriptor(crc, bytes.length)]) {
      const writing = this.#put(piece);
      if (writing) await writing;
    }
    this.#close(entry, crc, bytes.length);
  }

  /** Writes the directory; nothing can be added afterwards. */
  async finish(): Promise<void> {
    this.#begin();
    const directory = this.#directory.subarray(0, this.#directoryBytes);
    const end = endRecords(this.#count, this.#offset, directory.length);
    await this.#put(Buffer.concat([directory, end]));
  }

  #enter(path: string): { readonly path: string; readonly name: Buffer; readonly offset: number } {
    if (!isSafePath(path)) throw new Error(`not a safe path in an archive: ${JSON.stringify(path)}`);
    if (this.#paths.has(pathKey(path))) throw new Error(`twice in one archive: ${path}`);
    this.#begin();
    this.#paths.add(pathKey(path));
    return { path, name: Buffer.from(path), offset: this.#offset };
  }

  #close({ path, name, offset }: { path: string; name: Buffer; offset: number }, crc32: number, size: number): void {
    const entry: ZipEntry = { path, crc32, size, offset };
    const record = directoryRecord(name, entry, this.#at);
    if (this.#directoryBytes + record.length > this.#directory.length)
      this.#directory = Buffer.concat([this.#directory, Buffer.alloc(this.#directory.length)]);
    this.#directory.set(record, this.#directoryBytes);
    this.#directoryBytes += record.length;
    this.#count += 1;
    this.#ready = true;
  }

  #begin(): void {
    if (!this.#ready) throw new Error("the archive is finished, has failed, or is still being added to");
    this.#ready = false;
  }

  #put(bytes: Uint8Array): Promise<void> | void {
    this.#offset += bytes.length;
    return this.#write(bytes);
  }
}
