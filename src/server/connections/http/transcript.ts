import type { Headers } from "./instants.ts";

/** One request as it may be written down and shown: without credentials, bodies, or values that carry tokens. */
export interface RequestRecord {
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly host: string;
  /** With the query; values of parameters that look like tokens are masked. */
  readonly path: string;
  /** 0: no answer came. */
  readonly status: number;
  readonly ms: number;
  /** Of the answer's body, decompressed. */
  readonly bytes: number;
  /** The vendor's own name for the request, to ask their support with. */
  readonly requestId: string | undefined;
  /** 1 for the first. */
  readonly attempt: number;
  /** Why no answer came. */
  readonly failure: string | undefined;
}

const idHeaders = [
  "x-github-request-id",
  "x-okta-request-id",
  "x-amzn-requestid",
  "x-amz-request-id",
  "request-id",
  "x-arequestid",
  "atl-traceid",
  "x-request-id",
];

/** The vendor's id of a request. */
export function requestIdOf(headers: Headers): string | undefined {
  const name = idHeaders.find((header) => headers[header]);
  return name && headers[name]!.slice(0, 200);
}
