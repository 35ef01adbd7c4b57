import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectLockConfigurationCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3ServiceException,
  paginateListObjectsV2,
} from "@aws-sdk/client-s3";
import type { S3Client } from "@aws-sdk/client-s3";
import { createHash } from "node:crypto";
import { absent, openS3 } from "../blobs/s3-blob-store.ts";
import type { S3Address } from "../blobs/storage-address.ts";
import { idIn, MARKER, markerOf } from "../blobs/store-identity.ts";
import { isLedgerName, sizeName, sizeOfName } from "./anchor-store.ts";
import type { AnchorStore } from "./anchor-store.ts";

/** An object of the bucket that only shows whether the service refuses to write one twice. */
const PROBE = "conditional-write-probe";
const TRIES = 5;

/**
 * Anchors as objects of a bucket, each written with `If-None-Match: *`. Where a service passes that over, which is tried once,
 * an object is looked for before it is written: the lock of the database is then all that keeps two signers apart.
 */
export function s3Anchors(
  { bucket, prefix, ...address }: S3Address,
  { isApart }: { readonly isApart: boolean },
): AnchorStore {
  const client = openS3(address);
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  const keyOf = (ledger: string, size: number) => {
    if (!isLedgerName(ledger)) throw new Error(`not the name of a ledger: ${ledger}`);
    return `${ledger}/${sizeName(size)}`;
  };
  const put = (key: string, bytes: Uint8Array) => putNew(client, at(key), bytes);
  let refuses: Promise<boolean> | undefined;
  const refusesOverwrite = (): Promise<boolean> => {
    refuses ??= put(PROBE, Buffer.from("Exhibit tries whether this is refused.\n")).then(
      async (created) => !created || !(await put(PROBE, Buffer.from("This was not refused.\n"))),
    );
    refuses.catch(() => (refuses = undefined));
    return refuses;
  };
  async function* pages(query: { Prefix: string; StartAfter?: string; Delimiter?: string }) {
    for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, ...query })) yield page;
  }
  const sizes = async (ledger: string, after = -1) => {
    const folder = `${prefix}${ledger}/`;
    const found: number[] = [];
    const start = after < 0 ? {} : { StartAfter: `${folder}${sizeName(after)}` };
    for await (const { Contents = [] } of pages({ Prefix: folder, ...start }))
      found.push(...Contents.flatMap(({ Key }) => sizeOfName(Key!.slice(folder.length)) ?? []));
    // Not every service begins where it was asked to.
    return found.filter((size) => size > after).sort((a, b) => a - b);
  };
  const readAt = async (key: string) => {
    const found = await client.send(new GetObjectCommand(at(key))).catch(absent);
    return found && Buffer.from(await found.Body!.transformToByteArray());
  };
  return {
    create: async (ledger, size, bytes) => {
      const key = keyOf(ledger, size);
      if (!(await refusesOverwrite()) && (await client.send(new HeadObjectCommand(at(key))).catch(absent)))
        return false;
      return await put(key, bytes);
    },
    read: async (ledger, size) => await readAt(keyOf(ledger, size)),
    sizes,
    ledgers: async () => {
      const names: string[] = [];
      for await (const { CommonPrefixes = [] } of pages({ Prefix: prefix, Delimiter: "/" }))
        names.push(...CommonPrefixes.map(({ Prefix }) => Prefix!.slice(prefix.length, -1)));
      return names.filter(isLedgerName);
    },
    forget: async (ledger) => {
      for (const size of await sizes(ledger)) await client.send(new DeleteObjectCommand(at(keyOf(ledger, size))));
    },
    marker: async () => idIn(await readAt(MARKER)),
    mark: async (id) => {
      const bytes = markerOf(id);
      await client.send(new PutObjectCommand({ ...at(MARKER), Body: bytes, ContentMD5: md5Of(bytes) }));
    },
    protection: async () => ({
      kind: "bucket",
      isApart,
      objectLock: await hasObjectLock(client, bucket),
      refusesOverwrite: await refusesOverwrite().catch(() => null),
    }),
  };
}

/** False where there is one already. MD5 is what a bucket with Object Lock asks for with every object. */
async function putNew(
  client: S3Client,
  at: { readonly Bucket: string; readonly Key: string },
  bytes: Uint8Array,
): Promise<boolean> {
  const ContentMD5 = md5Of(bytes);
  for (let tried = 1; ; tried++) {
    try {
      await client.send(new PutObjectCommand({ ...at, Body: bytes, ContentMD5, IfNoneMatch: "*" }));
      return true;
    } catch (error) {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
      if (status === 412) return false;
      // Another write of the same object was under way, and S3 says neither who won nor that nobody did.
      if (status !== 409 || tried === TRIES) throw error;
    }
  }
}

const md5Of = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("base64");

/** Whether every new object is kept for a time; null where the service, or the right to ask it, is missing. */
async function hasObjectLock(client: S3Client, bucket: string): Promise<boolean | null> {
  try {
    const { ObjectLockConfiguration: found } = await client.send(
      new GetObjectLockConfigurationCommand({ Bucket: bucket }),
    );
    return found?.ObjectLockEnabled === "Enabled" && found.Rule?.DefaultRetention !== undefined;
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === "ObjectLockConfigurationNotFoundError") return false;
    return null;
  }
}
