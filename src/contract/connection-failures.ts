import type { Failure } from "./open-failures.ts";

/** The part of the catalogue about connections to providers. */
export const connectionFailures = {
  "connector-unavailable": { status: 422, says: "This connection is being built. Import its report instead." },
  "already-connected": { status: 409, says: "This account is already connected." },
  "already-collecting": { status: 409, says: "A collection is under way. Its result comes in a moment." },
  "connection-input": { status: 422, says: "Check what you entered. The vendor's page says where to find it." },
  "connection-not-ready": {
    status: 409,
    says: "This connection is not in a state that allows that. Load the page again.",
  },
  "connection-refused": { status: 422, says: "The vendor did not accept these credentials. Check them and try again." },
  "connection-expired": { status: 410, says: "This way to connect has ended. Start again from the integrations page." },
  "connection-denied": { status: 403, says: "The vendor says that access was not granted. Nothing was connected." },
  "connection-can-write": {
    status: 422,
    says: "This access could also change things at the vendor. Exhibit connects only with rights to read.",
  },
  "connection-other-account": { status: 409, says: "This is another account than the one that was connected." },
  "connection-open-role": {
    status: 422,
    says: "This role can be assumed without the external ID. Add the condition to its trust policy and try again.",
  },
  "connection-no-answer": {
    status: 502,
    says: "The vendor did not answer. Nothing was connected. Please try again in a while.",
  },
  "connection-needs-confirmation": {
    status: 409,
    says: "The person who connected this account no longer manages the company. Confirm the connection to collect again.",
  },
  "connection-key-lost": {
    status: 409,
    says: "What opened this account was lost with a key of this installation. Connect it again.",
  },
  "connection-unreachable": { status: 502, says: "The vendor could not be reached. We keep trying every hour." },
  "collection-missed": { status: 503, says: "Nothing was collected in this hour: no worker was at it in time." },
  "collection-interrupted": { status: 503, says: "The collection was interrupted, and then its hour was over." },
  "collection-failed": {
    status: 500,
    says: "The collection failed for a reason of ours. It is tried again every hour.",
  },
} as const satisfies Record<string, Failure>;
