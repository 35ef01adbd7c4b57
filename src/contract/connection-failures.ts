import type { Failure } from "./open-failures.ts";

/** The part of the catalogue about connections to providers. */
export const connectionFailures = {
  "connector-unavailable": { status: 422, says: "This connector is not available yet. Import a report instead." },
  "already-connected": { status: 409, says: "This account is already connected." },
  "already-collecting": { status: 409, says: "A collection is already running. Its result arrives in a moment." },
  "connection-input": { status: 422, says: "Check these values. The guide on this page says where to find them." },
  "connection-not-ready": {
    status: 409,
    says: "This connection has changed since you opened the page. Reload the page.",
  },
  "connection-refused": {
    status: 422,
    says: "The provider did not accept these credentials. Check them and try again.",
  },
  "connection-expired": {
    status: 410,
    says: "This connection attempt has expired. Start again from the integrations page.",
  },
  "connection-denied": { status: 403, says: "The provider says that access was not granted. Nothing was connected." },
  "connection-can-write": {
    status: 422,
    says: "This access includes write permissions. Exhibit connects with read-only access.",
  },
  "connection-other-account": { status: 409, says: "This is a different account from the one that was connected." },
  "connection-open-role": {
    status: 422,
    says: "This role can be assumed without the external ID. Add that condition to its trust policy and try again.",
  },
  "connection-no-answer": {
    status: 502,
    says: "The provider did not answer, so nothing was connected. Try again later.",
  },
  "connection-needs-confirmation": {
    status: 409,
    says: "The person who connected this account can no longer manage the company. Confirm the connection to resume collection.",
  },
  "connection-key-lost": {
    status: 409,
    says: "The credentials for this account can no longer be decrypted. Connect it again.",
  },
  "connection-unreachable": { status: 502, says: "The provider could not be reached. We try again every hour." },
  "collection-missed": { status: 503, says: "Nothing was collected in this hour because no worker was available." },
  "collection-interrupted": { status: 503, says: "The collection was interrupted and not finished within its hour." },
  "collection-failed": {
    status: 500,
    says: "The collection failed because of an error on our side. We try again every hour.",
  },
} as const satisfies Record<string, Failure>;
