import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  paginateListObjectsV2,
} from "@aws-sdk/client-s3";
import type { ListMultipartUploadsCommandOutput, ListMultipartUploadsRequest } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { Readable } from "node:stream";
import { isBlobKey, StorageFull, StorageUnavailable } from "./blob-store.ts";
import type { BlobStore, OpenBlob, SmallObject } from "./blob-store.ts";
import { limitConcurrency } from "../limit-concurrency.ts";
import type { S3Address } from "./storage-address.ts";

/** Read at once, and kept for who reads on: one request for each segment would take ten times as long. */
const WINDOW_BYTES = 8 * 1024 * 1024;
/** S3 takes parts of 5 MiB at least, except for the last. */
const PART_BYTES = 8 * 1024 * 1024;

/** Small objects of a batch that are sent at once. */
const AT_ONCE = 16;

/** How long a service may take to be reached, and to say nothing at all; it is asked three times. */
const [CONNECT_MS, SILENCE_MS] = [3_000, 8_000];

/** A client for the service of an address. */
export function openS3(
  { region, endpoint, credentials }: Pick<S3Address, "region" | "endpoint" | "credentials">,
  silenceMs = SILENCE_MS,
) {
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Services beside Amazon's do not know its newer checksums. Ours are in every blob: it is sealed, and opens whole or not.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    // One that accepts a request and never answers must not hold whoever asked.
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
  });
}

/**
 * Blobs as objects of a bucket of S3, or of a service that speaks its protocol. An object is there only when it is whole:
 * S3 answers a write once it is durable, and shows no part of one that was broken off.
 */
export function s3BlobStore({ bucket, prefix, ...address }: S3Address, silenceMs?: number): BlobStore {
  const client = openS3(address, silenceMs);
  const locate = (key: string) => {
    if (!isBlobKey(key)) throw new Error(`not a blob key: ${key}`);
    return { Bucket: bucket, Key: `${prefix}${key}` };
  };
  const readRange = async (at: { Bucket: string; Key: string }, from: number, to: number) => {
    return await onService(async () => {
      const { Body } = await client.send(new GetObjectCommand({ ...at, Range: `bytes=${from}-${to - 1}` }));
      return Buffer.from(await Body!.transformToByteArray());
    });
  };
  return {
    put: async (key, bytes) => {
      const upload = new Upload({
        client,
        params: { ...locate(key), Body: Readable.from(bytes, { objectMode: false }) },
        partSize: PART_BYTES,
        queueSize: 2,
        // Parts that were broken off are no object, and are swept later: clearing them here could fail, too, and hide why.
        leavePartsOnError: true,
      });
      await onService(() => upload.done());
    },
    putAll: async (objects) => {
      const inTurn = limitConcurrency(AT_ONCE);
      const put = ({ key, pieces }: SmallObject) =>
        onService(() => client.send(new PutObjectCommand({ ...locate(key), Body: Buffer.concat(pieces) })));
      const sent = await Promise.allSettled(objects.map((object) => inTurn(() => put(object))));
      const failed = sent.find(({ status }) => status === "rejected") as PromiseRejectedResult | undefined;
      if (failed) throw failed.reason;
    },
    replace: async (key, bytes) =>
      void (await onService(() => client.send(new PutObjectCommand({ ...locate(key), Body: bytes })))),
    open: async (key) => {
      const at = locate(key);
      const head = await onService(() => client.send(new HeadObjectCommand(at)).catch(absent));
      return head && openObject(head.ContentLength ?? 0, (from, to) => readRange(at, from, to));
    },
    read: (key) =>
      onService(async () => {
        const found = await client.send(new GetObjectCommand(locate(key))).catch(absent);
        return found && Buffer.from(await found.Body!.transformToByteArray());
      }),
    remove: async (key) => void (await onService(() => client.send(new DeleteObjectCommand(locate(key))))),
    list: (folder) =>
      onService(async () => {
        const { Key: path } = locate(folder);
        const names: string[] = [];
        const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${path}/`, Delimiter: "/" });
        for await (const { Contents = [] } of pages)
          names.push(...Contents.map(({ Key }) => Key!.slice(path.length + 1)));
        return names;
      }),
    walk: async function* (folder) {
      const { Key: path } = locate(folder);
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${path}/` }))
        for (const { Key, LastModified, Size = 0 } of Contents)
          if (Key !== undefined && LastModified)
            yield { key: Key.slice(prefix.length), writtenAt: LastModified, size: Size };
    },
    removeUnfinished: async (before) => {
      let after: Pick<ListMultipartUploadsRequest, "KeyMarker" | "UploadIdMarker"> | undefined = {};
      while (after) {
        const list: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
          Bucket: bucket,
          Prefix: prefix,
          ...after,
        });
        const page: ListMultipartUploadsCommandOutput | undefined = await onService(() =>
          client.send(list).catch(withoutUploads),
        );
        for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
          if (Initiated && Initiated < before)
            await onService(() =>
              client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })).catch(absent),
            );
        }
        after = page?.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
      }
    },
    // A bucket has no end that one could ask for; what does not fit is refused when it is written.
    assertSpace: async () => {},
    assertReady: async () => {},
  };
}

/** Asks the service; what it refuses, and that it does not answer, is thrown as a fault of storage. */
async function onService<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw serviceFault(error);
  }
}

function serviceFault(error: unknown): unknown {
  // An error of who sends the bytes, which is passed on as it was, has neither.
  const { $metadata: about, name, code } = (error ?? {}) as Partial<S3ServiceException> & { code?: string };
  const isTheirs = about !== undefined || name === "TimeoutError" || NETWORK.test(code ?? "");
  if (!isTheirs) return error;
  if (about?.httpStatusCode === 507 || name === "QuotaExceeded")
    return new StorageFull("the bucket has no room left", { cause: error });
  return new StorageUnavailable(`the bucket cannot be used: ${name ?? code ?? "no answer"}`, { cause: error });
}

const NETWORK = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EMFILE|ENFILE)$/;

function openObject(size: number, readRange: (from: number, to: number) => Promise<Buffer>): OpenBlob {
  let from = 0;
  let window: Buffer = Buffer.alloc(0);
  return {
    size,
    readAt: async (position, length) => {
      const end = Math.min(position + length, size);
      if (position >= end) return Buffer.alloc(0);
      if (position < from || end > from + window.length) {
        window = await readRange(position, Math.min(size, Math.max(end, position + WINDOW_BYTES)));
        from = position;
      }
      return window.subarray(position - from, end - from);
    },
    close: async () => {},
  };
}

/** Some services keep no list of them, and have a rule of their own for what was broken off. */
function withoutUploads(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.name === "NotImplemented") return undefined;
  throw error;
}

/** For a `catch`: nothing by that name is no failure. */
export function absent(error: unknown): undefined {
  if (
    error instanceof S3ServiceException &&
    (error.name === "NotFound" || error.name === "NoSuchKey" || error.name === "NoSuchUpload")
  )
    return undefined;
  throw error;
}
