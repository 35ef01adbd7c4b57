/**
 * Where what was signed is remembered, apart from database and evidence. Objects are named by a ledger (64 hexadecimal digits)
 * and a size, and are written once: nothing that is there is ever written again.
 */
export interface AnchorStore {
  /** Writes a new object durably. False where there is one by this name, which stays as it is. */
  create(ledger: string, size: number, bytes: Uint8Array): Promise<boolean>;
  read(ledger: string, size: number): Promise<Buffer | undefined>;
  /** The sizes of a ledger's objects that are greater than `after`, in ascending order. */
  sizes(ledger: string, after?: number): Promise<readonly number[]>;
  /** Every ledger that has an object. */
  ledgers(): Promise<readonly string[]>;
  /** Removes a ledger's objects: only for a company that is erased. */
  forget(ledger: string): Promise<void>;
  /** The id that lies in the place; undefined where there is none, "unreadable" where it is damaged. */
  marker(): Promise<string | undefined>;
  /** Gives the place an id, in the place of the one there is. */
  mark(id: string): Promise<void>;
  /** Throws `StorageUnavailable` where the place is not the one that the database knows, as far as it was asked. */
  assertReady?(): Promise<void>;
  /** How well the place keeps what it was given, as far as it can be asked. */
  protection(): Promise<AnchorProtection>;
}

/** What a place does against losing or overwriting anchors. */
export interface AnchorProtection {
  readonly kind: "folder" | "bucket";
  /** Whether it lies on another disk, or in another bucket, than evidence and database. */
  readonly isApart: boolean;
  /** Whether a bucket keeps each object for a time, whoever asks to delete it; null where it cannot be asked. */
  readonly objectLock: boolean | null;
  /** Whether the place itself refuses a second object of one name; null where it cannot be asked. */
  readonly refusesOverwrite: boolean | null;
}

/** The name of an object: sizes in digits of one length are listed in their order. */
export const sizeName = (size: number): string => String(size).padStart(16, "0");

/** The size that an object's name stands for; undefined for anything else that lies there. */
export const sizeOfName = (name: string): number | undefined => (/^\d{16}$/.test(name) ? Number(name) : undefined);

/** Whether a text can name a ledger: SHA-256 of its origin, in hexadecimal. */
export const isLedgerName = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);
