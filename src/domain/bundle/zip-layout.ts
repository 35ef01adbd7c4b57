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

const littleEndian = true;

/** Bytes to fill, all of them 0. */
function blank(length: number): { readonly bytes: Uint8Array; readonly view: DataView } {
  const bytes = new Uint8Array(length);
  return { bytes, view: new DataView(bytes.buffer) };
}

/** Two numbers of 32 bits: an archive of many files has many of these, and big integers are slow. */
function set64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 2 ** 32, littleEndian);
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), littleEndian);
}

/** Version, flags, method, time and date, as both of an entry's headers have them: 10 bytes. */
function setStamp(view: DataView, from: number, { time, date }: DosTime): void {
  for (const [place, value] of [VERSION, FLAGS, STORED, time, date].entries())
    view.setUint16(from + 2 * place, value, littleEndian);
}

/** What stands before an entry's data. Its ZIP64 field is there, empty, so that the descriptor's sizes are 8 bytes. */
export function localHeader(name: Uint8Array, at: DosTime): Uint8Array {
  const { bytes, view } = blank(localHeaderBytes(name));
  view.setUint32(0, 0x04034b50, littleEndian);
  setStamp(view, 4, at);
  view.setUint32(18, MAX32, littleEndian);
  view.setUint32(22, MAX32, littleEndian);
  view.setUint16(26, name.length, littleEndian);
  view.setUint16(28, 20, littleEndian);
  bytes.set(name, 30);
  view.setUint16(30 + name.length, ZIP64, littleEndian);
  view.setUint16(32 + name.length, 16, littleEndian);
  return bytes;
}

/** What stands after an entry's data. */
export function dataDescriptor(crc32: number, size: number): Uint8Array {
  const { bytes, view } = blank(DESCRIPTOR_BYTES);
  view.setUint32(0, 0x08074b50, littleEndian);
  view.setUint32(4, crc32, littleEndian);
  set64(view, 8, size);
  set64(view, 16, size);
  return bytes;
}

/** An entry's record in the directory. No comment, first and only disk, no attributes; the offset is in the ZIP64 field. */
export function directoryRecord(name: Uint8Array, entry: ZipEntry, at: DosTime): Uint8Array {
  const { bytes, view } = blank(directoryRecordBytes(name));
  view.setUint32(0, 0x02014b50, littleEndian);
  view.setUint16(4, VERSION, littleEndian);
  setStamp(view, 6, at);
  view.setUint32(16, entry.crc32, littleEndian);
  view.setUint32(20, MAX32, littleEndian);
  view.setUint32(24, MAX32, littleEndian);
  view.setUint16(28, name.length, littleEndian);
  view.setUint16(30, 28, littleEndian);
  view.setUint32(42, MAX32, littleEndian);
  bytes.set(name, 46);
  const extra = 46 + name.length;
  view.setUint16(extra, ZIP64, littleEndian);
  view.setUint16(extra + 2, 24, littleEndian);
  set64(view, extra + 4, entry.size);
  set64(view, extra + 12, entry.size);
  set64(view, extra + 20, entry.offset);
  return bytes;
}

/** What ends the archive: the ZIP64 record, its locator and the classic record, which refers to them. */
export function endRecords(count: number, start: number, size: number): Uint8Array {
  const { bytes, view } = blank(END_BYTES);
  view.setUint32(0, 0x06064b50, littleEndian);
  set64(view, 4, 44);
  view.setUint16(12, VERSION, littleEndian);
  view.setUint16(14, VERSION, littleEndian);
  for (const [place, value] of [count, count, size, start].entries()) set64(view, 24 + 8 * place, value);
  view.setUint32(56, 0x07064b50, littleEndian);
  set64(view, 64, start + size);
  view.setUint32(72, 1, littleEndian);
  view.setUint32(76, 0x06054b50, littleEndian);
  view.setUint16(84, MAX16, littleEndian);
  view.setUint16(86, MAX16, littleEndian);
  view.setUint32(88, MAX32, littleEndian);
  view.setUint32(92, MAX32, littleEndian);
  return bytes;
}

export const DESCRIPTOR_BYTES = 24;
export const END_BYTES = 56 + 20 + 22;

export function localHeaderBytes(name: Uint8Array): number {
  return 30 + name.length + 20;
}

export function directoryRecordBytes(name: Uint8Array): number {
  return 46 + name.length + 28;
}
