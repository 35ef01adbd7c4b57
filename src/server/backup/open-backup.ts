import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import type { Damage } from "#domain/stored-file.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { folderBlobStore } from "../blobs/folder-blob-store.ts";
import { fileReader } from "../zip/bundle-sources.ts";
import { readFully, withWindow } from "#domain/bundle/stream-chunks.ts";
import type { ReadAt } from "#domain/bundle/stream-chunks.ts";
import { openZip } from "#domain/bundle/zip-reader.ts";
import type { ZipFile } from "#domain/bundle/zip-reader.ts";
import { looksLikeAge, openAge } from "./age-file.ts";
import type { AgeOpener } from "./age-file.ts";
import { isSigned } from "./backup-key.ts";
import {
  BACKUP_FORMAT,
  description,
  LARGEST_DESCRIPTION,
  LARGEST_SIGNATURE,
  plainDescription,
  toSign,
} from "./description.ts";
import type { Description, PLAIN_FORMAT } from "./description.ts";
import { damageOf } from "../scrub/damage-of.ts";
import type { StoredItem } from "../scrub/stored-items.ts";
import { readSmall } from "./read-small.ts";
import { RestoreRefused } from "./restore-refused.ts";

/** What opens a backup, and whose signature counts. */
export interface BackupOpener {
  readonly opener: AgeOpener;
  readonly signedBy: readonly string[];
}

type OldDescription = Omit<Description, "backup" | "id" | "companies" | "tables" | "vault"> & {
  readonly backup: typeof PLAIN_FORMAT;
};

/** A backup of which every byte was held against what its maker signed. */
export interface OpenBackup {
  readonly about: Description | OldDescription;
  readonly bytes: number;
  /** What it holds beside its description, in order. */
  readonly paths: readonly string[];
  /** The bytes under a path, each chunk the reader's own; fails at their end where they are not what was checked before. */
  read(path: string): AsyncGenerator<Buffer>;
  /** What is wrong with an item's sealed file in it: one that lies beside it may be gone or have rotted since it was written. */
  damageOf(path: string, item: StoredItem): Promise<Damage | undefined>;
  /** The name, in the place, of a sealed file that backups share; undefined of one that it holds itself. */
  nameBeside(path: string): string | undefined;
  /** The place of those. */
  readonly beside: BlobStore;
  close(): Promise<void>;
}

/**
 * Opens a backup and checks all of it before anything is given out: each segment's seal, their order and their end, the signature,
 * and the hash of each file in it. Sealed files that backups share are read from `beside`, the place two folders up. Throws {@link RestoreRefused}, naming what differs. One of the last release, which nothing
 * authenticates, is opened without an opener alone.
 */
export async function openBackup(
  file: string,
  by: BackupOpener | undefined,
  onProgress?: (step: string, done: number, total: number) => void,
  beside: BlobStore = folderBlobStore(path.dirname(path.dirname(path.resolve(file)))),
): Promise<OpenBackup> {
  const handle = await openFile(file);
  try {
    const { size } = await handle.stat();
    const readAt = await contentOf(handle, size, by, onProgress);
    const { files: entries, damage } = await openZip(withWindow(readAt.readAt), readAt.size);
    for (const { path, sentence } of damage) throw new RestoreRefused(`The backup is damaged: ${path}: ${sentence}`);
    const about = await describe(entries, by);
    const stored = entries.filter(({ path }) => !OWN.has(path));
    await checkFiles(stored, about, onProgress);
    const apart = new Map("apart" in about ? about.apart?.map((item) => [item.path, item.name]) : []);
    const listed = new Map(about.files.map((file) => [file.path, file.sha256]));
    return {
      about,
      bytes: size,
      paths: [...stored.map((item) => item.path), ...apart.keys()],
      read: (name) => {
        const shared = apart.get(name);
        if (shared !== undefined) return readBeside(beside, shared);
        return readChecked(
          stored.find((item) => item.path === name)!,
          listed.get(name)!,
        );
      },
      damageOf: async (name, item) => {
        const shared = apart.get(name);
        return shared === undefined ? undefined : await damageOf(beside, item, `files/${shared}`);
      },
      nameBeside: (name) => apart.get(name),
      beside,
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const OWN = new Set(["backup.json", "backup.sig"]);

async function openFile(file: string): Promise<FileHandle> {
  return await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    throw new RestoreRefused(`The backup ${file} cannot be read: ${error.code ?? error.message}.`);
  });
}

async function contentOf(
  handle: FileHandle,
  size: number,
  by: BackupOpener | undefined,
  onProgress?: (step: string, done: number, total: number) => void,
): Promise<{ readAt: ReadAt; size: number }> {
  const readAt = fileReader(handle);
  const encrypted = looksLikeAge(await readFully(readAt, 0, 32));
  if (!by) {
    if (encrypted) throw new RestoreRefused("The backup is encrypted. Name the file that opens it: --identity FILE");
    return { readAt, size };
  }
  if (!encrypted) {
    const zip = Buffer.from(await readFully(readAt, 0, 2)).toString("latin1") === "PK";
    throw new RestoreRefused(
      zip
        ? "The file is no encrypted backup. If it is one of the last release, nothing shows who wrote it: whoever held it could add a person or a row. If you trust it all the same, say --unauthenticated-format-1."
        : "The file is not a backup of Exhibit, or its beginning is damaged.",
    );
  }
  const opened = await openAge(readAt, size, by.opener);
  await opened.authenticate((done) => onProgress?.("bytes checked", done, opened.size));
  return opened;
}

async function describe(entries: readonly ZipFile[], by: BackupOpener | undefined): Promise<OpenBackup["about"]> {
  const bytes = await readSmall(entries, "backup.json", LARGEST_DESCRIPTION);
  const json = parse(bytes);
  if (!by) {
    const read = plainDescription.safeParse(json);
    if (read.success) return read.data;
    throw new RestoreRefused("The file is not a backup of the last release that this version can read.");
  }
  const signature = Buffer.from(
    (await readSmall(entries, "backup.sig", LARGEST_SIGNATURE)).toString("latin1"),
    "base64",
  );
  if (!isSigned(by.signedBy, toSign(BACKUP_FORMAT, bytes), signature))
    throw new RestoreRefused(
      "The backup was not made by this installation: its signature is of none of the keys in the identity file.",
    );
  const read = description.safeParse(json);
  if (!read.success) throw new RestoreRefused("The file is not a backup that this version can read.");
  return read.data;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new RestoreRefused("The backup is damaged: backup.json cannot be read.");
  }
}

async function checkFiles(
  stored: readonly ZipFile[],
  about: OpenBackup["about"],
  onProgress?: (step: string, done: number, total: number) => void,
): Promise<void> {
  if (stored.map((item) => item.path).join("\n") !== about.files.map((file) => file.path).join("\n"))
    throw new RestoreRefused("The backup does not hold the files that it lists.");
  for (const [at, entry] of stored.entries()) {
    onProgress?.("files checked", at, stored.length);
    const hash = createHash("sha256");
    for await (const chunk of entry.read()) hash.update(chunk);
    if (hash.digest("hex") !== about.files[at]!.sha256)
      throw new RestoreRefused(`The backup is damaged: ${entry.path} differs from its hash.`);
  }
}

/** A sealed file that backups share: whoever opens it with its key sees whether it is the one that was filed. */
async function* readBeside(store: BlobStore, name: string): AsyncGenerator<Buffer> {
  const blob = await store.open(`files/${name}`);
  if (!blob) throw new RestoreRefused(`The file files/${name} of the backup is missing beside it.`);
  try {
    for (let at = 0; at < blob.size;) {
      const chunk = await blob.readAt(at, 1 << 20);
      if (chunk.length === 0) throw new RestoreRefused(`The file files/${name} of the backup became shorter.`);
      at += chunk.length;
      yield chunk;
    }
  } finally {
    await blob.close();
  }
}

/** The file may be another one by now: what is restored is held against what was checked. */
async function* readChecked(entry: ZipFile, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of entry.read()) {
    hash.update(chunk);
    yield Buffer.from(chunk);
  }
  if (hash.digest("hex") !== sha256)
    throw new RestoreRefused(`The backup changed while it was read: ${entry.path} differs from its hash.`);
}
