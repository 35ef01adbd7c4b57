/** Where sealed bytes live. Objects are immutable: a key is written once and never again. */
export interface BlobStore {
  /** Stores the whole stream durably under `key`, or nothing at all. Resolves only when a power cut cannot undo it. */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Stores many small objects durably, or throws; then some of them may be there. */
  putAll(objects: readonly SmallObject[]): Promise<void>;
  /** Opens an object for reading at any position; undefined when there is none. Close it. */
  open(key: string): Promise<OpenBlob | undefined>;
  /** The file of this machine that an object is; there is none in a store elsewhere. It says nothing of whether it exists. */
  readonly fileOf?: (key: string) => string;
  /** Replaces a small object durably: only for the signer's memory of what it signed last. */
  replace(key: string, bytes: Uint8Array): Promise<void>;
  read(key: string): Promise<Buffer | undefined>;
  /** Removes an object for good; none by that name is as well. Only for what no row speaks of. */
  remove(key: string): Promise<void>;
  /** The names of the small objects under a folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Every object whose name begins with a folder's, at any depth, when it was written and how large it is. */
  walk(folder: string): AsyncIterable<StoredObject>;
  /** Removes what writers that were killed left half-written before `before`. */
  removeUnfinished(before: Date): Promise<void>;
  /** Throws `StorageFull` when less than a safe reserve is free, before anything is written. */
  assertSpace(): Promise<void>;
  /** Throws `StorageUnavailable` while the place cannot be used, or is not the one that the database knows. */
  assertReady(): Promise<void>;
  /** Why the last write failed, for an operator; undefined once one succeeded again, or when nobody wrote for a quarter of an hour. */
  readonly writeFault?: () => string | undefined;
}

/** An object that is whole in memory, in pieces. */
export interface SmallObject {
  readonly key: string;
  readonly pieces: readonly Uint8Array[];
}

/** What lies in a store. */
export interface StoredObject {
  readonly key: string;
  readonly writtenAt: Date;
  readonly size: number;
}

export interface OpenBlob {
  readonly size: number;
  readAt(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Whether a text can name a blob: a path of small letters, digits, dots and dashes that leads nowhere else. */
export function isBlobKey(key: string): boolean {
  return /^[a-z0-9][a-z0-9./-]*$/.test(key) && !key.includes("..");
}

/** There is not enough room to store anything safely. */
export class StorageFull extends Error {}

/** The place does not answer, refuses, or is not itself: nothing is known of what lies there. */
export class StorageUnavailable extends Error {}
