import { fileURLToPath } from "node:url";
import type { BlobStore } from "./blob-store.ts";
import { folderBlobStore } from "./folder-blob-store.ts";

/** Where a storage location keeps its blobs. */
export type StorageAddress =
  | { readonly kind: "folder"; readonly path: string }
  | {
      readonly kind: "s3";
      readonly bucket: string;
      /** Before every key; empty or with a slash at its end. */
      readonly prefix: string;
      readonly region: string;
      /** Of a service that is not Amazon's. */
      readonly endpoint?: string;
      /** Without them the surroundings of the process give them, as on a machine of the cloud that has a role. */
      readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
    };

export type S3Address = Extract<StorageAddress, { kind: "s3" }>;

/**
 * Reads `file:///folder` or `s3://[KEY:SECRET@]bucket[/prefix]?region=…[&endpoint=https://…]`; undefined for anything else.
 * Key and secret are percent-encoded, as in every URL.
 */
export function parseStorageAddress(text: string): StorageAddress | undefined {
  const url = URL.parse(text);
  if (url?.protocol === "file:" && url.hostname === "") return { kind: "folder", path: fileURLToPath(url) };
  if (url?.protocol !== "s3:" || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) || url.port) return undefined;
  const endpoint = url.searchParams.get("endpoint");
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? "")) return undefined;
  if ([...url.searchParams.keys()].some((name) => name !== "region" && name !== "endpoint")) return undefined;
  if ((url.username === "") !== (url.password === "")) return undefined;
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, "");
  if (!/^[\w!.*'()/-]*$/.test(prefix)) return undefined;
  return {
    kind: "s3",
    bucket: url.hostname,
    prefix: prefix === "" ? "" : `${prefix}/`,
    region: url.searchParams.get("region") ?? "us-east-1",
    ...(endpoint !== null && { endpoint }),
    ...(url.username !== "" && {
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
  };
}

/** The blob store at an address. What speaks to S3 is loaded only where something is kept there. */
export async function openBlobStore(address: StorageAddress): Promise<BlobStore> {
  if (address.kind === "folder") return folderBlobStore(address.path);
  const { s3BlobStore } = await import("./s3-blob-store.ts");
  return s3BlobStore(address);
}
