import type { Failure } from "./open-failures.ts";

/** The part of the catalogue about connections to providers. */
export const connectionFailures = {
  "connector-unavailable": { status: 422, message: "This connector is not available yet. Import a report instead." },
  "already-connected": { status: 409, message: "This account is already connected." },
  "already-collecting": { status: 409, message: "A collection is already running. Its result arrives in a moment." },
  "connection-input": { status: 422, message: "Check these values. The guide on this page says where to find them." },
  "connection-not-ready": {
    status: 409,
    message: "This connection has changed since you opened the page. Reload the page.",
  },
  "connection-refused": {
    status: 422,
    message: "The provider did not accept these credentials. Check them and try again.",
  },
  "connection-expired": {
    status: 410,
    message: "This connection attempt has expired. Start again from the integrations page.",
  },
  "connection-denied": {
    status: 403,
    message: "The provider says that access was not granted. Nothing was connected.",
  },
  "connection-can-write": {
    status: 422,
    message: "This access includes write permissions. Exhibit connects with read-only access.",
  },
  "connection-other-account": { status: 409, message: "This is a different account from the one that was connected." },
  "connection-open-role": {
    status: 422,
    message: "This role can be assumed without the external ID. Add that condition to its trust policy and try again.",
  },
  "connection-no-answer": {
    status: 502,
    message: "The provider did not answer, so nothing was connected. Try again later.",
  },
  "connection-needs-confirmation": {
    status: 409,
    message:
      "The person who connected this account can no longer manage the company. Confirm the connection to resume collection.",
  },
  "connection-key-lost": {
    status: 409,
    message: "The credentials for this account can no longer be decrypted. Connect it again.",
  },
  "connection-unreachable": { status: 502, message: "The provider could not be reached. We try again every hour." },
  "collection-missed": { status: 503, message: "Nothing was collected in this hour because no worker was available." },
  "collection-interrupted": {
    status: 503,
    message: "The collection was interrupted and not finished within its hour.",
  },
  "collection-failed": {
    status: 500,
    message: "The collection failed because of an error on our side. We try again every hour.",
  },
} as const satisfies Record<string, Failure>;
