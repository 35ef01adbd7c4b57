import { gunzipSync } from "node:zlib";
import { MOST_UNPACKED } from "#domain/bundle/report-text.ts";

/** Unpacks a report that is packed with gzip; rejects for what it cannot. */
export function gunzip(packed: Uint8Array): Promise<Uint8Array> {
  return Promise.try(() => gunzipSync(packed, { maxOutputLength: MOST_UNPACKED }));
}
