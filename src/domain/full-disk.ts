/** Room on a file system. */
export interface Room {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const LEAST_FREE_BYTES = 2 * 1024 ** 3;
const LEAST_FREE_SHARE = 0.05;

/** What is said of the disk that has least room of those that are nearly full; nothing where none is. `disk` is that of DATA_DIR. */
export function sayFullDisk(disk: Room | null, folders: readonly (Room & { readonly folder: string })[]): string[] {
  const full = [...(disk ? [{ ...disk, folder: undefined }] : []), ...folders].filter(isLow);
  const [fullest] = full.toSorted((a, b) => a.freeBytes - b.freeBytes);
  if (!fullest) return [];
  const { folder, freeBytes } = fullest;
  const which = folder === undefined ? "The disk" : `The disk of ${folder}`;
  return [`${which} is nearly full: ${gigabytes(freeBytes)} GB are left.`];
}

const isLow = ({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }) =>
  freeBytes < LEAST_FREE_BYTES || freeBytes < totalBytes * LEAST_FREE_SHARE;
const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1);
