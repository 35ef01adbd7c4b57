import { crc32, deflateRawSync } from "node:zlib";

interface ForeignOptions {
  readonly deflate?: boolean;
  /** Sums after each file, as tools write them to a pipe. */
  readonly descriptors?: boolean;
  /** Extra fields after each name, before the file and in the directory. */
  readonly extra?: Buffer;
  readonly comment?: string;
  /** Between the files and the directory, or before all. */
  readonly gap?: Buffer;
  readonly prefix?: Buffer;
  /** Changes what the directory says of an entry. */
  readonly record?: (record: Buffer, path: string) => void;
  readonly local?: (header: Buffer, path: string) => void;
}

/** A ZIP of these entries as ordinary tools write it; a name that ends with a slash is a folder. */
export function foreignZip(
  files: Iterable<readonly [path: string, bytes: Uint8Array]>,
  options: ForeignOptions = {},
): Buffer {
  const { extra = Buffer.alloc(0), prefix = Buffer.alloc(0), gap = Buffer.alloc(0), comment = "" } = options;
  const parts: Buffer[] = [prefix];
  const records: Buffer[] = [];
  let offset = prefix.length;
  for (const [path, bytes] of files) {
    const name = Buffer.from(path);
    const isFolder = path.endsWith("/");
    const method = options.deflate && !isFolder ? 8 : 0;
    const flags = options.descriptors && !isFolder ? 8 : 0;
    const packed = method === 8 ? deflateRawSync(bytes) : Buffer.from(bytes);
    const sums = [crc32(bytes), packed.length, bytes.length];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    fields(local, 4, [20, flags, method, 0x6000, 0x5d75]);
    for (const [index, sum] of sums.entries()) local.writeUInt32LE(flags ? 0 : sum, 14 + 4 * index);
    fields(local, 26, [name.length, extra.length]);
    const descriptor = Buffer.alloc(flags ? 16 : 0);
    if (flags) for (const [index, sum] of [0x08074b50, ...sums].entries()) descriptor.writeUInt32LE(sum, 4 * index);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    fields(record, 4, [0x031e, 20, flags, method, 0x6000, 0x5d75]);
    for (const [index, sum] of sums.entries()) record.writeUInt32LE(sum, 16 + 4 * index);
    fields(record, 28, [name.length, extra.length]);
    record.writeUInt32LE(((isFolder ? 0x41ed : 0x81a4) << 16) >>> 0, 38);
    record.writeUInt32LE(offset, 42);
    options.local?.(local, path);
    options.record?.(record, path);
    const part = Buffer.concat([local, name, extra, packed, descriptor]);
    parts.push(part);
    records.push(Buffer.concat([record, name, extra]));
    offset += part.length;
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  fields(end, 8, [records.length, records.length]);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset + gap.length, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, gap, directory, end, Buffer.from(comment)]);
}

function fields(into: Buffer, at: number, values: readonly number[]): void {
  for (const [index, value] of values.entries()) into.writeUInt16LE(value, at + 2 * index);
}
