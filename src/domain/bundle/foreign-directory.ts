import { equalBytes, fromUtf8 } from "../ledger/bytes.ts";
import { readFully } from "./stream-chunks.ts";
import type { ReadAt } from "./stream-chunks.ts";
import { MAX16, MAX32, ZipBytes } from "./zip-bytes.ts";
import { readExtra } from "./zip-extra.ts";
import { directoryRecord } from "./zip-layout.ts";

// The directory of a ZIP as any tool may write it (PKWARE APPNOTE 6.3.10), as long as every reader reads it the same way.

/** An entry as the directory has it. */
export interface ForeignEntry {
  /** As it stands there; not UTF-8 becomes U+FFFD, which no bundle has. */
  readonly path: string;
  readonly name: Uint8Array;
  readonly flags: number;
  /** 0: stored; 8: deflated. */
  readonly method: number;
  readonly crc32: number;
  /** Bytes in the archive, and unpacked. */
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
  /** What kind of file Unix took it for; 0 where it was not told. */
  readonly mode: number;
  /** Whether the record is the very one that our own writer makes. */
  readonly isOurs: boolean;
}

/** The directory, and where it begins; or what is wrong with it. */
export type ForeignDirectory =
  | { readonly entries: readonly ForeignEntry[]; readonly start: number }
  | { readonly fault: string };

const END = 22;
const END64 = 56;
const LOCATOR = 20;
const LARGEST_DIRECTORY = 1 << 28;

/** Reads the directory of an archive that ends where the file ends, without a comment. */
export async function readForeignDirectory(readAt: ReadAt, size: number): Promise<ForeignDirectory> {
  const length = Math.min(size, END64 + LOCATOR + END);
  const end = new ZipBytes(await readFully(readAt, size - length, length));
  const at = end.length - END;
  if (at < 0 || end.u32(at) !== 0x06054b50 || end.u16(at + 20) !== 0)
    return {
      fault: "The archive is cut short, or has something after its end. If it can be unpacked, verify the folder.",
    };
  const [disk, first, here, count] = [4, 6, 8, 10].map((field) => end.u16(at + field)!) as [
    number,
    number,
    number,
    number,
  ];
  const [bytes, start] = [end.u32(at + 12)!, end.u32(at + 16)!];
  if (disk !== 0 || first !== 0 || here !== count) return { fault: "The archive is one part of several." };
  const place = end.u32(at - LOCATOR) === 0x07064b50 ? readEnd64(end, size, { count, bytes, start }) : undefined;
  if (place === "ambiguous") return { fault: "The end of the archive can be read in two ways." };
  const found = place ?? { count, bytes, start, end: size - END };
  if (found.start + found.bytes !== found.end || found.bytes > LARGEST_DIRECTORY)
    return { fault: "The archive has bytes before its beginning or around its directory: it cannot be read." };
  const directory = new ZipBytes(await readFully(readAt, found.start, found.bytes));
  const entries = splitEntries(directory);
  if (entries?.length !== found.count)
    return {
      fault: "The directory of the archive cannot be read in one way only. If it can be unpacked, verify the folder.",
    };
  return { entries, start: found.start };
}

interface Place {
  readonly count: number;
  readonly bytes: number;
  readonly start: number;
}

/** What the ZIP64 records say, which the classic ones must not contradict. */
function readEnd64(end: ZipBytes, size: number, classic: Place): (Place & { readonly end: number }) | "ambiguous" {
  const at = end.length - END - LOCATOR - END64;
  const begin = size - END - LOCATOR - END64;
  const isLocated = at >= 0 && end.u32(at + END64 + 4) === 0 && end.u64(at + END64 + 8) === begin;
  if (!isLocated || end.u32(at + END64 + 16) !== 1 || end.u32(at) !== 0x06064b50) return "ambiguous";
  if (end.u64(at + 4) !== END64 - 12 || end.u32(at + 16) !== 0 || end.u32(at + 20) !== 0) return "ambiguous";
  const [here, count, bytes, start] = [24, 32, 40, 48].map((field) => end.u64(at + field));
  if (count === undefined || here !== count || bytes === undefined || start === undefined) return "ambiguous";
  const agrees =
    [MAX16, count].includes(classic.count) &&
    [MAX32, bytes].includes(classic.bytes) &&
    [MAX32, start].includes(classic.start);
  return agrees ? { count, bytes, start, end: begin } : "ambiguous";
}

/** Undefined where a record cannot be read in one way only. */
function splitEntries(directory: ZipBytes): readonly ForeignEntry[] | undefined {
  const entries: ForeignEntry[] = [];
  for (let at = 0; at < directory.length;) {
    const lengths = [28, 30, 32].map((field) => directory.u16(at + field));
    const [name, extra, comment] = lengths as [number, number, number];
    if (directory.u32(at) !== 0x02014b50 || lengths.includes(undefined)) return undefined;
    const next = at + 46 + name + extra + comment;
    if (next > directory.length) return undefined;
    const entry = readEntry(new ZipBytes(directory.bytes.subarray(at, next)), name, extra);
    if (!entry) return undefined;
    entries.push(entry);
    at = next;
  }
  return entries;
}

function readEntry(record: ZipBytes, nameLength: number, extraLength: number): ForeignEntry | undefined {
  const name = record.bytes.subarray(46, 46 + nameLength);
  const path = fromUtf8(name) ?? "\ufffd";
  const zip64 = readExtra(record.bytes.subarray(46 + nameLength, 46 + nameLength + extraLength));
  const place = zip64 && fullNumbers(record, zip64);
  if (!place || record.u16(34) !== 0) return undefined;
  const at = { time: record.u16(12)!, date: record.u16(14)! };
  const crc32 = record.u32(16)!;
  const { packed, size, offset } = place;
  return {
    path,
    name,
    flags: record.u16(8)!,
    method: record.u16(10)!,
    crc32,
    ...place,
    mode: record.u32(38)! >>> 16,
    isOurs: packed === size && equalBytes(record.bytes, directoryRecord(name, { path, crc32, size, offset }, at)),
  };
}

/** Sizes and offset, each in its own field or, in this order, in the ZIP64 field, which holds nothing else. */
function fullNumbers(record: ZipBytes, zip64: readonly number[]) {
  const rest = [...zip64];
  const [size, packed, offset] = [24, 20, 42].map((field) => {
    const value = record.u32(field);
    return value === MAX32 ? rest.shift() : value;
  });
  if (size === undefined || packed === undefined || offset === undefined || rest.length > 0) return undefined;
  return { size, packed, offset };
}
