import * as z from "zod";
import { parseStorageAddress } from "../blobs/storage-address.ts";

/** A place for files: a folder, or a bucket. */
export const storageUrl = z.string().transform((value, context) => {
  const address = parseStorageAddress(value);
  if (address) return address;
  context.addIssue("not a place");
  return z.NEVER;
});

/** What such a setting must be. */
export const PLACE =
  "be the URL of a folder, such as file:///srv/evidence, or of a bucket, such as s3://bucket/prefix?region=eu-central-1";
