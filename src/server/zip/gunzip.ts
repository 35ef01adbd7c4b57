import { promisify } from "node:util";
import { gunzip as gunzipWithCallback } from "node:zlib";
import { MOST_UNPACKED } from "#domain/bundle/report-text.ts";

const unpack = promisify(gunzipWithCallback);

/** Unpacks a report that is packed with gzip; rejects for what it cannot. */
export async function gunzip(packed: Uint8Array): Promise<Uint8Array> {
  return await unpack(packed, { maxOutputLength: MOST_UNPACKED });
}
