import { filesOf } from "../pasted-files.ts";
import type { PathFile } from "./batch.ts";
import { isOfTheSystem } from "./folder-work.ts";

/** A folder's files are gathered up to this many, and no deeper. */
const MOST = 2_000;
const DEEPEST = 20;

/** The files that were dropped or pasted, those in folders with their paths. */
export async function droppedFiles(data: DataTransfer | null): Promise<PathFile[]> {
  // The list is gone once anything is waited for.
  const entries = [...(data?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  const plain = filesOf(data);
  if (!entries.some((entry) => entry.isDirectory)) return plain.map((file) => ({ file, path: file.name }));
  const found: PathFile[] = [];
  for (const entry of entries) await gather(entry, 0, found);
  return found.filter(({ path }) => !isOfTheSystem(path));
}

/** The files of an input, which gives those of a folder their paths. */
export function chosenFiles(files: FileList | null): PathFile[] {
  return [...(files ?? [])]
    .map((file) => ({ file, path: file.webkitRelativePath || file.name }))
    .filter(({ path }) => !isOfTheSystem(path));
}

async function gather(entry: FileSystemEntry, depth: number, found: PathFile[]): Promise<void> {
  if (found.length >= MOST || depth > DEEPEST) return;
  if (entry.isFile) {
    const file = await new Promise<File | undefined>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined)),
    );
    if (file) found.push({ file, path: entry.fullPath.replace(/^\//, "") });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return;
    for (const child of some) await gather(child, depth + 1, found);
  }
}
