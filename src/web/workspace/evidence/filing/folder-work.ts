import { openForeignZip } from "#domain/bundle/foreign-zip.ts";
import { looksLikeIndex, readFilingIndex } from "#domain/documents/filing-index.ts";
import type { FilingIndex } from "#domain/documents/filing-index.ts";
import { inflate } from "#web/verification/bundle-page/inflate.ts";

/** What an archive may unpack to: so many files, so large each, and so much together, in bytes. */
export interface UnpackBounds {
  readonly files: number;
  readonly each: number;
  readonly all: number;
}

/** What was unpacked, and what was not with why; or why nothing was. */
export type Unpacked =
  | {
      readonly ok: true;
      readonly files: readonly { readonly path: string; readonly blob: Blob }[];
      readonly leftOut: readonly { readonly path: string; readonly why: string }[];
    }
  | { readonly ok: false; readonly why: string };

export type FolderTask =
  | { readonly unpack: Blob; readonly bounds: UnpackBounds }
  | { readonly index: Blob; readonly today: string };

/** The index of a folder; undefined for a table that is none. */
export type FolderAnswer = Unpacked | { readonly index: FilingIndex | undefined };

const INDEX_BYTES = 4 * 1024 * 1024;

/** Does a task: this runs in a worker, because it reads what others packed and wrote. */
export async function doFolderTask(task: FolderTask): Promise<FolderAnswer> {
  if ("unpack" in task) return await unpack(task.unpack, task.bounds);
  if (task.index.size > INDEX_BYTES) return { index: undefined };
  const text = await task.index.text();
  return { index: looksLikeIndex(text.slice(0, 65_536)) ? readFilingIndex(text, task.today) : undefined };
}

/** Unpacks an archive whole or not at all; files that are too large are named and left out. Its directory is believed in nothing. */
export async function unpack(archive: Blob, bounds: UnpackBounds): Promise<Unpacked> {
  const readAt = async (into: Uint8Array, position: number) => {
    const bytes = new Uint8Array(await archive.slice(position, position + into.length).arrayBuffer());
    into.set(bytes);
    return bytes.length;
  };
  const { files, damage } = await openForeignZip(readAt, archive.size, inflate);
  if (files.length === 0)
    return { ok: false, why: "This archive can't be unpacked here. Unpack it yourself and drop the folder." };
  const wanted = files.filter(({ path }) => !isOfTheSystem(path));
  if (wanted.length > bounds.files)
    return { ok: false, why: `This archive has more than ${bounds.files.toLocaleString("en-US")} files. Split it.` };
  const leftOut = damage.map(({ path, sentence }) => ({ path, why: sentence }));
  const unpacked: { path: string; blob: Blob }[] = [];
  let left = bounds.all;
  for (const file of wanted) {
    if (file.size > bounds.each) {
      leftOut.push({ path: file.path, why: "It is larger than 100 MB, the limit for one item." });
      continue;
    }
    const blob = await read(file.read(), Math.min(bounds.each, left)).catch(() => undefined);
    if (blob === "too much") return { ok: false, why: "This archive unpacks to more than 1 GB. Split it." };
    if (blob === undefined) leftOut.push({ path: file.path, why: "It can't be unpacked." });
    else {
      left -= blob.size;
      unpacked.push({ path: file.path, blob });
    }
  }
  return { ok: true, files: unpacked, leftOut };
}

/** What computers put beside files of people. */
export function isOfTheSystem(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/.test(path);
}

async function read(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Blob | "too much"> {
  const parts: BlobPart[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) return "too much";
    parts.push(Uint8Array.from(chunk));
  }
  return new Blob(parts);
}
