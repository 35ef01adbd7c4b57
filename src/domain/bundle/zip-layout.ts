import { concat } from "../ledger/bytes.ts";

// The bytes of a ZIP archive as we write it (PKWARE APPNOTE 6.3.10): entries stored without compression, checksum and
// sizes after the data, ZIP64 fields in every entry. There is one way to write everything, and no room for anything
// else, so that a reader can tell every altered byte.

/** A file in the archive. */
export interface ZipEntry {
  readonly path: string;
  readonly crc32: number;
  /** Bytes. */
  readonly size: number;
  /** Where its local header begins. */
  readonly offset: number;
}

/** Date and time as MS-DOS counts them, in UTC, to two seconds. */
export interface DosTime {
  readonly date: number;
  readonly time: number;
}

/** Version 4.5 of the format brought ZIP64. */
const VERSION = 45;
/** Bit 3: checksum and sizes stand after the data. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const STORED = 0;
const ZIP64 = 1;
/** Stands in a 32-bit field whose value is in the ZIP64 field. */
const MAX16 = 0xffff;
const MAX32 = 0xffffffff;

/** Years that the format cannot count become its first, 1980, or its last, 2107. */
export function dosTime(at: Date): DosTime {
  const year = Math.min(2107, Math.max(1980, at.getUTCFullYear())) - 1980;
  return {
    date: (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

type Field = readonly [value: number, bytes: 2 | 4 | 8];

/** Little-endian numbers, one after the other. */
function fields(...list: readonly Field[]): Uint8Array {
  const bytes = new Uint8Array(list.reduce((length, [, width]) => length + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, width] of list) {
    if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += width;
  }
  return bytes;
}

const stamp = (at: DosTime): readonly Field[] => [
  [VERSION, 2],
  [FLAGS, 2],
  [STORED, 2],
  [at.time, 2],
  [at.date, 2],
];

/** What stands before an entry's data. Its ZIP64 field is there, empty, so that the descriptor's sizes are 8 bytes. */
export function localHeader(name: Uint8Array, at: DosTime): Uint8Array {
  return concat(
    fields([0x04034b50, 4], ...stamp(at), [0, 4], [MAX32, 4], [MAX32, 4], [name.length, 2], [20, 2]),
    name,
    fields([ZIP64, 2], [16, 2], [0, 8], [0, 8]),
  );
}

/** What stands after an entry's data. */
export function dataDescriptor(crc32: number, size: number): Uint8Array {
  return fields([0x08074b50, 4], [crc32, 4], [size, 8], [size, 8]);
}

/** An entry's record in the directory. */
export function directoryRecord(name: Uint8Array, entry: ZipEntry, at: DosTime): Uint8Array {
  const sums: readonly Field[] = [
    [entry.crc32, 4],
    [MAX32, 4],
    [MAX32, 4],
  ];
  const extraBytes: Field = [28, 2];
  // No comment, first and only disk, no attributes; the offset is in the ZIP64 field.
  const rest: readonly Field[] = [
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [MAX32, 4],
  ];
  return concat(
    fields([0x02014b50, 4], [VERSION, 2], ...stamp(at), ...sums, [name.length, 2], extraBytes, ...rest),
    name,
    fields([ZIP64, 2], [24, 2], [entry.size, 8], [entry.size, 8], [entry.offset, 8]),
  );
}

/** What ends the archive: the ZIP64 record, its locator and the classic record, which refers to them. */
export function endRecords(count: number, start: number, size: number): Uint8Array {
  return concat(
    fields([0x06064b50, 4], [44, 8], [VERSION, 2], [VERSION, 2], [0, 4], [0, 4]),
    fields([count, 8], [count, 8], [size, 8], [start, 8]),
    fields([0x07064b50, 4], [0, 4], [start + size, 8], [1, 4]),
    fields([0x06054b50, 4], [0, 2], [0, 2], [MAX16, 2], [MAX16, 2], [MAX32, 4], [MAX32, 4], [0, 2]),
  );
}

export const DESCRIPTOR_BYTES = 24;
export const END_BYTES = 56 + 20 + 22;

export function localHeaderBytes(name: Uint8Array): number {
  return 30 + name.length + 20;
}

export function directoryRecordBytes(name: Uint8Array): number {
  return 46 + name.length + 28;
}
