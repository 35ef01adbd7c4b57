import { isSafePath, pathKey } from "#domain/bundle/bundle-path.ts";
import {
  DESCRIPTOR_BYTES,
  END_BYTES,
  dataDescriptor,
  directoryRecord,
  directoryRecordBytes,
  endRecords,
  localHeader,
  localHeaderBytes,
} from "#domain/bundle/zip-layout.ts";
import type { DosTime, ZipEntry } from "#domain/bundle/zip-layout.ts";
import { readFully, streamChunks } from "./stream-chunks.ts";
import type { ReadAt } from "./stream-chunks.ts";

/** What our writer would have written otherwise. */
export interface ZipDamage {
  /** The entry it touches, or {@link DIRECTORY}. */
  readonly path: string;
  readonly sentence: string;
}

/** A file in an archive. */
export interface ZipFile extends ZipEntry {
  /** The stored bytes; see {@link streamChunks} for how long a chunk lasts. */
  read(): AsyncGenerator<Buffer>;
}

/** An archive as it was found. Its files can be read also when it is damaged, as far as its directory can be. */
export interface ZipArchive {
  readonly files: readonly ZipFile[];
  readonly damage: readonly ZipDamage[];
}

export const DIRECTORY = "ZIP directory";
/** No bundle has as many files; a directory is held in memory whole. */
const LARGEST_DIRECTORY = 1 << 30;

/**
 * Opens an archive and holds every byte that is not a file's content against the one way our {@link ZipWriter} writes
 * it: headers, descriptors, directory, end, and nothing between. The content itself is left to who reads it.
 */
export async function openZip(readAt: ReadAt, size: number): Promise<ZipArchive> {
  const end = await readFully(readAt, Math.max(0, size - END_BYTES), END_BYTES);
  const [count, bytes, start] = [32, 40, 48].map((at) =>
    end.length < END_BYTES ? 0 : Number(end.readBigUInt64LE(at)),
  );
  if (start! + bytes! + END_BYTES !== size || bytes! > LARGEST_DIRECTORY) return unreadable("is cut short or altered");
  if (!end.equals(endRecords(count!, start!, bytes!))) return unreadable("has an altered end");
  const directory = await readFully(readAt, start!, bytes!);
  const records = splitDirectory(directory);
  if (!records || records.length !== count) return unreadable("has an altered directory");
  const at = commonTime(records);
  const damage: ZipDamage[] = [];
  const paths = new Set<string>();
  /** Where the next entry must begin; unknown after a record that cannot be relied on. */
  let position: number | undefined = 0;
  for (const record of records) {
    const { entry, name } = record;
    const isAltered = !record.bytes.equals(directoryRecord(name, entry, at)) || !isWithin(entry, size);
    const fault = isAltered ? ALTERED : (placeFault(entry, position, paths) ?? (await headerFault(readAt, record, at)));
    if (fault !== undefined) damage.push({ path: isSafePath(entry.path) ? entry.path : DIRECTORY, sentence: fault });
    const begin: number = position ?? entry.offset;
    position = isAltered ? undefined : begin + localHeaderBytes(name) + entry.size + DESCRIPTOR_BYTES;
    paths.add(pathKey(entry.path));
  }
  if ((position ?? start) !== start) {
    damage.push({ path: DIRECTORY, sentence: "The archive has bytes that belong to no file." });
  }
  const readable = records.filter(({ entry }) => isWithin(entry, size));
  return { files: readable.map(({ name, entry }) => openFile(readAt, name, entry)), damage };
}

const ALTERED = "Its record in the ZIP directory was altered.";

function isWithin(entry: ZipEntry, size: number): boolean {
  return entry.offset <= size && entry.size <= size;
}

function unreadable(fault: string): ZipArchive {
  return { files: [], damage: [{ path: DIRECTORY, sentence: `The archive ${fault}: it cannot be read.` }] };
}

interface DirectoryRecord {
  readonly entry: ZipEntry;
  readonly name: Uint8Array;
  readonly at: DosTime;
  readonly bytes: Buffer;
}

/** Cuts the directory into its records, without judging them; undefined when it does not come out even. */
function splitDirectory(directory: Buffer): readonly DirectoryRecord[] | undefined {
  const records: DirectoryRecord[] = [];
  for (let position = 0; position < directory.length;) {
    if (position + 46 > directory.length) return undefined;
    const name = directory.subarray(position + 46, position + 46 + directory.readUInt16LE(position + 28));
    const bytes = directory.subarray(position, position + directoryRecordBytes(name));
    if (bytes.length < directoryRecordBytes(name)) return undefined;
    const extra = 46 + name.length;
    const entry = {
      path: name.toString(),
      crc32: bytes.readUInt32LE(16),
      size: Number(bytes.readBigUInt64LE(extra + 4)),
      offset: Number(bytes.readBigUInt64LE(extra + 20)),
    };
    records.push({ entry, name, at: { time: bytes.readUInt16LE(12), date: bytes.readUInt16LE(14) }, bytes });
    position += bytes.length;
  }
  return records;
}

/** The time that most records bear: one altered record must not accuse all others. */
function commonTime(records: readonly DirectoryRecord[]): DosTime {
  const times = records.map(({ at }) => at).toSorted((a, b) => a.date - b.date || a.time - b.time);
  return times[times.length >> 1] ?? { date: 0, time: 0 };
}

function placeFault(entry: ZipEntry, position: number | undefined, paths: ReadonlySet<string>): string | undefined {
  if (!isSafePath(entry.path)) return "The ZIP directory has a name that no bundle has.";
  if (paths.has(pathKey(entry.path))) return "The ZIP directory has it twice.";
  return entry.offset === (position ?? entry.offset) ? undefined : "The ZIP directory has it in the wrong place.";
}

async function headerFault(readAt: ReadAt, { entry, name }: DirectoryRecord, at: DosTime): Promise<string | undefined> {
  const header = localHeader(name, at);
  const before = await readFully(readAt, entry.offset, header.length);
  if (!before.equals(header)) return "The ZIP header before the file was altered.";
  const after = await readFully(readAt, entry.offset + header.length + entry.size, DESCRIPTOR_BYTES);
  return after.equals(dataDescriptor(entry.crc32, entry.size))
    ? undefined
    : "The ZIP checksum after the file was altered.";
}

function openFile(readAt: ReadAt, name: Uint8Array, entry: ZipEntry): ZipFile {
  return {
    ...entry,
    read: () => streamChunks(readAt, entry.offset + localHeaderBytes(name), entry.size),
  };
}
