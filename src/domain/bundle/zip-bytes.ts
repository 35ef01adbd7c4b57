/** Numbers of an archive, little-endian, at their places. Reading past the end gives undefined, never a wrong number. */
export class ZipBytes {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  u16(at: number): number | undefined {
    return at + 2 <= this.length ? this.#view.getUint16(at, true) : undefined;
  }

  u32(at: number): number | undefined {
    return at + 4 <= this.length ? this.#view.getUint32(at, true) : undefined;
  }

  /** Undefined also for what is too large to be a place in a file. */
  u64(at: number): number | undefined {
    if (at + 8 > this.length) return undefined;
    const value = this.#view.getBigUint64(at, true);
    return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : undefined;
  }
}

/** Stands in a field whose value is in the ZIP64 field. */
export const MAX16 = 0xffff;
export const MAX32 = 0xffffffff;
