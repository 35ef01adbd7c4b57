import { createHash, randomBytes, randomUUID } from "node:crypto";
import { maxUploadsBytes, uploadKeptHours } from "#contract/uploads.ts";
import { callFunction } from "../db/functions.ts";
import { sealStream } from "../blobs/sealed-stream.ts";
import type { Digest } from "../blobs/sealed-stream.ts";
import { StorageFull } from "../blobs/blob-store.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import type { Within } from "../db/without-privilege.ts";
import { AppError, fail } from "../app-error.ts";
import { blobKeyFor, readArtifact } from "../blobs/artifacts.ts";
import type { IncomingBody } from "../blobs/artifacts.ts";
import { artifactBinding, getCompanyKey } from "../blobs/company-keys.ts";
import type { Keys } from "../keys/keys.ts";
import { originIn } from "./origin.ts";
import type { Origin } from "./origin.ts";

/** What receiving and opening uploads needs. */
export interface UploadDeps {
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly keys: Keys;
  readonly now: () => Date;
}

interface Part {
  readonly companyId: string;
  readonly uploadId: string;
  readonly offset: number;
  /** Of the whole file, in bytes. */
  readonly size: number;
}

/** How far the caller's upload has come; undefined where there is none that is still kept. */
export async function findUpload(tx: Tx, companyId: string, uploadId: string, now: Date) {
  return await tx
    .selectFrom("app.uploads")
    .select(["received", "size", "storage_location_id", "origin"])
    .where("company_id", "=", companyId)
    .where("id", "=", uploadId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/**
 * Takes what comes of a part, sealed under a key of its own, and keeps it even if the line breaks in the middle. Answers how
 * far the file has come. Refuses `upload-moved` unless the part goes on where the upload stands, and `uploads-full`.
 */
export async function receivePart(
  services: UploadDeps,
  within: Within,
  part: Part,
  body: IncomingBody,
): Promise<{ received: number; size: number }> {
  const { companyId, uploadId, offset, size } = part;
  const until = () => new Date(services.now().getTime() + uploadKeptHours * 3_600_000);
  const upload = await within(async (tx) => {
    const upload = [uploadId, size, services.now(), until(), maxUploadsBytes] as const;
    if (!(await callFunction(tx, "app.begin_upload", [...upload]))) fail("uploads-full");
    return (await findUpload(tx, companyId, uploadId, services.now())) ?? fail("upload-moved");
  });
  if (upload.received !== offset) fail("upload-moved");
  const store = services.blobs(upload.storage_location_id);
  const stored = await storePart(store, companyId, services.now(), body.bytes, size - offset);
  if (stored.size === 0) return { received: offset, size };
  try {
    await within(async (tx) => {
      const moved = await tx
        .updateTable("app.uploads")
        .set({ received: offset + stored.size, expires_at: until() })
        .where("company_id", "=", companyId)
        .where("id", "=", uploadId)
        .where("received", "=", offset)
        .executeTakeFirst();
      if (moved.numUpdatedRows !== 1n) fail("upload-moved");
      const key = await getCompanyKey(tx, services.keys, companyId);
      await tx
        .insertInto("app.upload_parts")
        .values({
          company_id: companyId,
          upload_id: uploadId,
          position: offset,
          artifact_id: stored.id,
          size: stored.size,
          sha256: stored.sha256,
          blob_key: stored.blobKey,
          wrapped_key: key.wrapArtifactKeys([stored])[0]!,
          key_version: key.version,
        })
        .execute();
    });
  } catch (error) {
    // Of a connection that was lost at the commit nobody knows whether the row is there; without one the sweep removes the file.
    if (error instanceof AppError) await store.remove(stored.blobKey);
    throw error;
  }
  return { received: offset + stored.size, size };
}

/**
 * The whole file of an upload that has come to its end, as a body; its bytes are read part by part when asked for. Refuses
 * `upload-gone` where there is none, and `upload-moved` where something is still missing.
 */
export async function openUpload(
  services: UploadDeps,
  tx: Tx,
  companyId: string,
  uploadId: string,
): Promise<IncomingBody & { readonly origin: Origin | undefined }> {
  const upload = (await findUpload(tx, companyId, uploadId, services.now())) ?? fail("upload-gone");
  if (upload.received !== upload.size) fail("upload-moved");
  const parts = await tx
    .selectFrom("app.upload_parts")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("upload_id", "=", uploadId)
    .orderBy("position")
    .execute();
  const versions = new Map(
    await Promise.all(
      [...new Set(parts.map((part) => part.key_version))].map(
        async (version) => [version, await getCompanyKey(tx, services.keys, companyId, version)] as const,
      ),
    ),
  );
  const store = services.blobs(upload.storage_location_id);
  async function* bytes() {
    for (const part of parts) {
      const { artifact_id: artifactId, blob_key: blobKey, sha256, size } = part;
      const key = versions.get(part.key_version)!.unwrapArtifactKey(artifactId, part.wrapped_key);
      yield* readArtifact(store, { companyId, artifactId, blobKey, key, sha256, size });
    }
  }
  return { bytes: bytes(), declaredBytes: upload.size, origin: originIn(upload.origin) };
}

/**
 * Removes the parts of uploads whose time is up, and what is left of the uploads; with `company`, of it alone. A storage location
 * that does not answer keeps its own for the next time, and no other's; its error is thrown at the end.
 */
export async function sweepUploads(
  { databases, blobs, now }: Omit<UploadDeps, "keys"> & { readonly databases: Databases },
  company?: string,
): Promise<void> {
  const failures = new Map<string, unknown>();
  for (;;) {
    const rows = await callFunction(databases.worker, "app.leftover_parts", [
      now(),
      company ?? null,
      [...failures.keys()],
    ]);
    if (rows.length === 0) break;
    for (const row of rows) {
      if (failures.has(row.location)) continue;
      try {
        await blobs(row.location).remove(row.blob_key);
      } catch (error) {
        failures.set(row.location, error);
        continue;
      }
      await callFunction(databases.worker, "app.forget_part", [row.company_id, row.upload_id, row.position]);
    }
  }
  await callFunction(databases.worker, "app.forget_uploads", [now()]);
  for (const error of failures.values()) throw error;
}

/** A part that came as far as it came: a line that breaks ends it, and what is too much is refused. */
async function storePart(
  store: BlobStore,
  companyId: string,
  now: Date,
  bytes: AsyncIterable<Uint8Array>,
  most: number,
) {
  const id = randomUUID();
  const key = randomBytes(32);
  const blobKey = blobKeyFor(companyId, now, id);
  let received = 0;
  async function* arriving(): AsyncGenerator<Uint8Array> {
    const source = bytes[Symbol.asyncIterator]();
    for (;;) {
      const next = await source.next().catch(() => undefined);
      if (!next || next.done) return;
      received += next.value.length;
      if (received > most) fail("file-too-large");
      yield next.value;
    }
  }
  let digest: Digest = { sha256: createHash("sha256").digest(), size: 0 };
  try {
    await store.assertSpace();
    await store.put(
      blobKey,
      sealStream(arriving(), key, artifactBinding(companyId, id), (end) => (digest = end)),
    );
  } catch (error) {
    if (error instanceof StorageFull) fail("storage-full", error);
    throw error;
  }
  if (digest.size === 0) await store.remove(blobKey);
  return { id, key, blobKey, ...digest };
}
