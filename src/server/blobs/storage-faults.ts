import { StorageFull, StorageUnavailable } from "./blob-store.ts";

/** What a disk answers when there is no room, and when it cannot be used at this moment. */
const full = new Set(["ENOSPC", "EDQUOT"]);
const away = new Set([
  "EROFS",
  "EIO",
  "EACCES",
  "EPERM",
  "EMFILE",
  "ENFILE",
  "ESTALE",
  "ENODEV",
  "ENXIO",
  "EBUSY",
  "ENOTDIR",
  "ETIMEDOUT",
  "EHOSTDOWN",
  "ENOTCONN",
  // A folder, a loop or a name in a file's place, and checksums of a file system that do not match.
  "EISDIR",
  "ELOOP",
  "EUCLEAN",
  "EBADMSG",
]);

/** Runs work on a folder; what its disk refuses is thrown as a fault of storage, and everything else as it was. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw diskFault(error);
  }
}

/** A failed system call as a fault of storage. */
function diskFault(error: unknown): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  if (full.has(code)) return new StorageFull("the disk is full", { cause: error });
  if (away.has(code)) return new StorageUnavailable(`the disk answers ${code}`, { cause: error });
  return error;
}
