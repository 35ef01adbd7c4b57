import { equalBytes } from "../ledger/bytes.ts";
import { isSafePath, pathKey } from "./bundle-path.ts";
import { readForeignDirectory } from "./foreign-directory.ts";
import type { ForeignEntry } from "./foreign-directory.ts";
import { NotUnpacked } from "./not-unpacked.ts";
import type { Inflate } from "./not-unpacked.ts";
import { readFully, streamChunks } from "./stream-chunks.ts";
import type { ReadAt } from "./stream-chunks.ts";
import { MAX32, ZipBytes } from "./zip-bytes.ts";
import { readExtra } from "./zip-extra.ts";
import { DIRECTORY } from "./zip-reader.ts";
import type { ZipArchive, ZipDamage, ZipFile } from "./zip-reader.ts";

const STORED = 0;
const DEFLATED = 8;
/** Bit 3: sums after the data. Bits 1 and 2: how hard it was packed. Bit 11: names are UTF-8. */
const KNOWN_FLAGS = 0x080e;
/** What must be the same before the file and in the directory. */
const SAME_FLAGS = 0x0808;
const SUMS_AFTER = 0x0008;

/** An archive that another tool packed, and whether any of its records is one that our own writer makes. */
interface ForeignArchive extends ZipArchive {
  readonly isOurs: boolean;
}

/**
 * Opens an archive of any tool. How it is packed is left to the tool; but every reader must see the same files in it: each
 * name once, the same before the file as in the directory, the files one after the other with nothing between, before or
 * after them, stored or deflated, without links, passwords or fields that give a file another name.
 */
export async function openForeignZip(readAt: ReadAt, size: number, inflate: Inflate): Promise<ForeignArchive> {
  const directory = await readForeignDirectory(readAt, size);
  if ("fault" in directory) {
    return { files: [], damage: [{ path: DIRECTORY, sentence: directory.fault }], isOurs: false };
  }
  const { start } = directory;
  const entries = directory.entries.toSorted((a, b) => a.offset - b.offset);
  const damage: ZipDamage[] = [];
  const files: ZipFile[] = [];
  const paths = new Set<string>();
  let expected = 0;
  for (const [index, entry] of entries.entries()) {
    const { path, offset } = entry;
    const next = entries[index + 1]?.offset ?? start;
    const isFolder = path.endsWith("/");
    const key = pathKey(isFolder ? path.slice(0, -1) : path);
    const local = await readLocal(readAt, entry, next);
    const fault =
      entryFault(entry, isFolder) ??
      (paths.has(key) ? "The ZIP directory has it twice." : undefined) ??
      (offset === expected ? local.fault : "There are bytes before it that belong to no file.");
    if (fault !== undefined) damage.push({ path: isSafePath(path) ? path : DIRECTORY, sentence: fault });
    else if (!isFolder) files.push(openEntry(readAt, entry, local.begin, inflate));
    paths.add(key);
    expected = next;
  }
  if (expected !== start) damage.push({ path: DIRECTORY, sentence: "The archive has bytes that belong to no file." });
  return { files, damage, isOurs: entries.some((entry) => entry.isOurs) };
}

/** What is wrong with an entry by itself. */
function entryFault({ flags, method, mode, size, packed }: ForeignEntry, isFolder: boolean): string | undefined {
  if ((flags & 1) !== 0) return "It is packed with a password.";
  if ((flags & ~KNOWN_FLAGS) !== 0 || (method !== STORED && method !== DEFLATED))
    return "It is packed in a way that this verifier cannot unpack.";
  const kind = mode & 0xf000;
  if (kind !== 0 && kind !== (isFolder ? 0x4000 : 0x8000)) return "This is not a plain file.";
  if (isFolder && size !== 0) return "A folder has bytes of its own.";
  if (method === STORED && packed !== size) return "It has two sizes.";
  return undefined;
}

interface Local {
  /** Where the file's bytes begin. */
  readonly begin: number;
  readonly fault?: string;
}

/** What stands before and after the file, which must say what the directory says. */
async function readLocal(readAt: ReadAt, entry: ForeignEntry, next: number): Promise<Local> {
  const head = new ZipBytes(await readFully(readAt, entry.offset, 30));
  const [nameLength, extraLength] = [head.u16(26), head.u16(28)];
  const fault = "The ZIP header before the file is not what the directory says.";
  if (nameLength === undefined || extraLength === undefined) return { begin: next, fault };
  const rest = await readFully(readAt, entry.offset + 30, nameLength + extraLength);
  const begin = entry.offset + 30 + rest.length;
  const zip64 = readExtra(rest.subarray(nameLength));
  const flags = head.u16(6)!;
  const isSame =
    head.u32(0) === 0x04034b50 &&
    equalBytes(rest.subarray(0, nameLength), entry.name) &&
    head.u16(8) === entry.method &&
    (flags & SAME_FLAGS) === (entry.flags & SAME_FLAGS) &&
    (flags & ~KNOWN_FLAGS) === 0;
  if (!isSame || !zip64 || !sizesAgree(head, zip64, entry)) return { begin, fault };
  const after = next - begin - entry.packed;
  const hasSums = (flags & SUMS_AFTER) !== 0 && !(after === 0 && entry.path.endsWith("/"));
  if (after < 0) return { begin, fault: "It overlaps another file." };
  if (!hasSums && after > 0) return { begin, fault: "There are bytes after it that belong to no file." };
  if (hasSums && !(await sumsAgree(readAt, begin + entry.packed, after, entry)))
    return { begin, fault: "The ZIP checksum after the file is not what the directory says." };
  return { begin };
}

/** Sum and sizes before the file: those of the directory, or none where they follow the file. */
function sizesAgree(head: ZipBytes, zip64: readonly number[], { flags, crc32, packed, size }: ForeignEntry): boolean {
  const isLater = (flags & SUMS_AFTER) !== 0;
  const rest = [...zip64];
  const full = (field: number) => (head.u32(field) === MAX32 && zip64.length > 0 ? rest.shift() : head.u32(field));
  const [hasSize, hasPacked] = [full(22), full(18)];
  const fits = (value: number | undefined, real: number) => value === real || (isLater && value === 0);
  return fits(head.u32(14), crc32) && fits(hasSize, size) && fits(hasPacked, packed) && rest.length === 0;
}

/** What follows the file, with or without a signature, its sizes in 4 or 8 bytes. */
async function sumsAgree(readAt: ReadAt, position: number, length: number, entry: ForeignEntry): Promise<boolean> {
  if (![12, 16, 20, 24].includes(length)) return false;
  const sums = new ZipBytes(await readFully(readAt, position, length));
  const at = length % 8 === 0 ? 4 : 0;
  if (at === 4 && sums.u32(0) !== 0x08074b50) return false;
  const isWide = length - at === 20;
  const [packed, size] = isWide ? [sums.u64(at + 4), sums.u64(at + 12)] : [sums.u32(at + 4), sums.u32(at + 8)];
  return sums.u32(at) === entry.crc32 && packed === entry.packed && size === entry.size;
}

function openEntry(readAt: ReadAt, entry: ForeignEntry, begin: number, inflate: Inflate): ZipFile {
  const { path, crc32, size, method, packed } = entry;
  const stored = () => streamChunks(readAt, begin, packed);
  const read = method === STORED ? stored : () => bounded(inflate(stored(), packed, size), size);
  return { path, crc32, size, read };
}

/** No more than was declared: what unpacks to more is not unpacked further. */
async function* bounded(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const chunk of chunks) {
    left -= chunk.length;
    if (left < 0) throw new NotUnpacked();
    yield chunk;
  }
}
