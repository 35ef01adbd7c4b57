import type { Failure } from "./open-failures.ts";

/** The part of the catalogue that any request may meet, whatever it asks for. */
export const requestFailures = {
  "invalid-input": { status: 400, message: "Please check the highlighted fields." },
  "malformed-json": { status: 400, message: "The request body is not valid JSON." },
  "signed-out": { status: 401, message: "You must be signed in to do this." },
  forbidden: { status: 403, message: "Permission denied: You may not have the right permissions" },
  "cross-origin": { status: 403, message: "This request came from another site and was refused." },
  "not-found": { status: 404, message: "We could not find that. It may not exist, or you may not have access to it." },
  "method-not-allowed": { status: 405, message: "This address does not support that method." },
  "request-timeout": {
    status: 408,
    message: "The request took too long to arrive. Check your connection and try again.",
  },
  "wrong-host": {
    status: 421,
    message: "Exhibit does not answer at this address. If you run it, set APP_URL to the address people use.",
  },
  "too-large": { status: 413, message: "The request is too large." },
  "unsupported-media-type": { status: 415, message: "Send the request body as application/json." },
} as const satisfies Record<string, Failure>;
