import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";

const AT_ONCE = 1 << 20;

/** What is written of a file until it is whole. */
export const PARTIAL = ".partial";

/**
 * A file of mode 0600 that appears under its name only when it is whole and on the disk. Whatever ends before that leaves at
 * most a file whose name ends with `.partial`.
 */
export class DurableFile {
  readonly #name: string;
  readonly #temporary: string;
  readonly #handle: FileHandle;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  readonly #hash = createHash("sha256");
  bytes = 0;

  private constructor(name: string, temporary: string, handle: FileHandle) {
    this.#name = name;
    this.#temporary = temporary;
    this.#handle = handle;
  }

  static async create(name: string): Promise<DurableFile> {
    const temporary = `${name}.${randomUUID()}${PARTIAL}`;
    return new DurableFile(name, temporary, await open(temporary, "wx", 0o600));
  }

  /** Takes the bytes; they may be written later. */
  async write(bytes: Buffer): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.bytes += bytes.length;
    this.#hash.update(bytes);
    if (this.#waitingBytes >= AT_ONCE) await this.#flush();
  }

  /** Puts everything on the disk and reads it back, without giving it its name yet. Throws where it is not what was written. */
  async settle(): Promise<void> {
    await this.#flush();
    await this.#handle.sync();
    await this.#handle.close();
    const there = createHash("sha256");
    for await (const chunk of createReadStream(this.#temporary) as AsyncIterable<Buffer>) there.update(chunk);
    if (there.digest("hex") !== this.#hash.digest("hex"))
      throw new Error(`${this.#name} is not what was written to it; it was left out`);
  }

  /** Gives a settled file its name, in the place of an older one. */
  async appear(): Promise<void> {
    await rename(this.#temporary, this.#name);
    const folder = await open(path.dirname(path.resolve(this.#name)), "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  /** Leaves nothing behind; safe at any time before it appeared. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await rm(this.#temporary, { force: true });
  }

  async #flush(): Promise<void> {
    const all = this.#waiting.length === 1 ? this.#waiting[0]! : Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    // A write may take less than it was given, without an error: on a full quota, for one.
    for (let written = 0; written < all.length;)
      written += (await this.#handle.write(all, written, all.length - written)).bytesWritten;
  }
}
