import { equalBytes, fromUtf8 } from "../ledger/bytes.ts";
import { isSafePath, pathKey } from "./bundle-path.ts";
import { readFully, streamChunks } from "./stream-chunks.ts";
import type { ReadAt } from "./stream-chunks.ts";
import {
  DESCRIPTOR_BYTES,
  END_BYTES,
  dataDescriptor,
  directoryRecord,
  directoryRecordBytes,
  endRecords,
  localHeader,
  localHeaderBytes,
} from "./zip-layout.ts";
import type { DosTime, ZipEntry } from "./zip-layout.ts";

/** What our writer would have written otherwise. */
export interface ZipDamage {
  /** The entry it touches, or {@link DIRECTORY}. */
  readonly path: string;
  readonly sentence: string;
}

/** A file in an archive. */
export interface ZipFile extends Pick<ZipEntry, "path" | "crc32" | "size"> {
  /**
   * The file's bytes; see {@link streamChunks} for how long a chunk lasts. Throws {@link NotUnpacked} where they cannot
   * be unpacked.
   */
  read(): AsyncIterable<Uint8Array>;
}

/** An archive as it was found. Its files can be read also when it is damaged, as far as its directory can be. */
export interface ZipArchive {
  readonly files: readonly ZipFile[];
  readonly damage: readonly ZipDamage[];
}

/** An archive that was held against what our writer writes. */
interface StrictArchive extends ZipArchive {
  readonly files: readonly (ZipFile & ZipEntry)[];
  /** Whether our writer wrote it: at least one entry is, byte for byte, as it writes them. */
  readonly isOurs: boolean;
}

export const DIRECTORY = "ZIP directory";
/** No bundle has as many files; a directory is held in memory whole. */
const LARGEST_DIRECTORY = 1 << 30;

/**
 * Opens an archive and holds every byte that is not a file's content against the one way our writer writes
 * it: headers, descriptors, directory, end, and nothing between. The content itself is left to who reads it.
 */
export async function openZip(readAt: ReadAt, size: number): Promise<StrictArchive> {
  const end = await readFully(readAt, Math.max(0, size - END_BYTES), END_BYTES);
  const [count, bytes, start] = [32, 40, 48].map((at) =>
    end.length < END_BYTES ? 0 : Number(viewOf(end).getBigUint64(at, true)),
  );
  if (start! + bytes! + END_BYTES !== size || bytes! > LARGEST_DIRECTORY) return unreadable("is cut short or altered");
  if (!equalBytes(end, endRecords(count!, start!, bytes!))) return unreadable("has an altered end");
  const directory = await readFully(readAt, start!, bytes!);
  const records = splitDirectory(directory);
  if (!records || records.length !== count) return unreadable("has an altered directory");
  const at = commonTime(records);
  const damage: ZipDamage[] = [];
  let isOurs = records.length === 0;
  const paths = new Set<string>();
  /** Where the next entry must begin; unknown after a record that cannot be relied on. */
  let position: number | undefined = 0;
  /** Where it may begin at the earliest: entries that overlap would have each of them read somewhere else. */
  let earliest = 0;
  for (const record of records) {
    const { entry, name } = record;
    const isAltered = !equalBytes(record.bytes, directoryRecord(name, entry, at)) || !isWithin(entry, size);
    const fault = isAltered
      ? ALTERED
      : (placeFault(entry, position, earliest, paths) ?? (await headerFault(readAt, record, at)));
    if (fault === undefined) isOurs = true;
    else damage.push({ path: isSafePath(entry.path) ? entry.path : DIRECTORY, sentence: fault });
    const begin: number = position ?? entry.offset;
    const isKnown = !isAltered && begin >= earliest;
    position = isKnown ? begin + localHeaderBytes(name) + entry.size + DESCRIPTOR_BYTES : undefined;
    earliest = position ?? earliest;
    paths.add(pathKey(entry.path));
  }
  if ((position ?? start) !== start) {
    damage.push({ path: DIRECTORY, sentence: "The archive has bytes that belong to no file." });
  }
  const readable = records.filter(({ entry }) => isWithin(entry, size));
  return { files: readable.map(({ name, entry }) => openFile(readAt, name, entry)), damage, isOurs };
}

const ALTERED = "Its record in the ZIP directory was altered.";

function isWithin(entry: ZipEntry, size: number): boolean {
  return entry.offset <= size && entry.size <= size;
}

function unreadable(fault: string): StrictArchive {
  const damage = [{ path: DIRECTORY, sentence: `The archive ${fault}: it cannot be read.` }];
  return { files: [], damage, isOurs: false };
}

interface DirectoryRecord {
  readonly entry: ZipEntry;
  readonly name: Uint8Array;
  readonly at: DosTime;
  readonly bytes: Uint8Array;
}

/** Cuts the directory into its records, without judging them; undefined when it does not come out even. */
function splitDirectory(directory: Uint8Array): readonly DirectoryRecord[] | undefined {
  const records: DirectoryRecord[] = [];
  const all = viewOf(directory);
  for (let position = 0; position < directory.length;) {
    if (position + 46 > directory.length) return undefined;
    const name = directory.subarray(position + 46, position + 46 + all.getUint16(position + 28, true));
    const bytes = directory.subarray(position, position + directoryRecordBytes(name));
    if (bytes.length < directoryRecordBytes(name)) return undefined;
    const extra = position + 46 + name.length;
    const entry = {
      // A name that is not UTF-8 is unsafe, as is the mark that stands for it.
      path: fromUtf8(name) ?? "\ufffd",
      crc32: all.getUint32(position + 16, true),
      size: Number(all.getBigUint64(extra + 4, true)),
      offset: Number(all.getBigUint64(extra + 20, true)),
    };
    const at = { time: all.getUint16(position + 12, true), date: all.getUint16(position + 14, true) };
    records.push({ entry, name, at, bytes });
    position += bytes.length;
  }
  return records;
}

/** The time that most records bear: one altered record must not accuse all others. */
function commonTime(records: readonly DirectoryRecord[]): DosTime {
  const times = records.map(({ at }) => at).toSorted((a, b) => a.date - b.date || a.time - b.time);
  return times[times.length >> 1] ?? { date: 0, time: 0 };
}

function placeFault(
  entry: ZipEntry,
  position: number | undefined,
  earliest: number,
  paths: ReadonlySet<string>,
): string | undefined {
  if (!isSafePath(entry.path)) return "The ZIP directory has a name that no bundle has.";
  if (paths.has(pathKey(entry.path))) return "The ZIP directory has it twice.";
  const isInPlace = position === undefined ? entry.offset >= earliest : entry.offset === position;
  return isInPlace ? undefined : "The ZIP directory has it in the wrong place.";
}

async function headerFault(readAt: ReadAt, { entry, name }: DirectoryRecord, at: DosTime): Promise<string | undefined> {
  const header = localHeader(name, at);
  const before = await readFully(readAt, entry.offset, header.length);
  if (!equalBytes(before, header)) return "The ZIP header before the file was altered.";
  const after = await readFully(readAt, entry.offset + header.length + entry.size, DESCRIPTOR_BYTES);
  return equalBytes(after, dataDescriptor(entry.crc32, entry.size))
    ? undefined
    : "The ZIP checksum after the file was altered.";
}

function openFile(readAt: ReadAt, name: Uint8Array, entry: ZipEntry): ZipFile & ZipEntry {
  return {
    ...entry,
    read: () => streamChunks(readAt, entry.offset + localHeaderBytes(name), entry.size),
  };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
