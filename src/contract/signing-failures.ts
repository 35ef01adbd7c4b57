import type { Failure } from "./open-failures.ts";

/** Why a ledger, or a bundle of it, is not signed. */
export const signingFailures = {
  "anchor-lost": {
    status: 503,
    message:
      "Signing has stopped. Exhibit's own record of what it signed last is missing or damaged, so it signs nothing until its operator brings the record back or accepts the loss. Your evidence is safe, and you can file more.",
  },
  "signer-unavailable": {
    status: 503,
    message:
      "Nothing can be signed right now, because the part of Exhibit that signs does not answer. What you filed is safe. Please try again in a minute.",
  },
  "ledger-forked": {
    status: 503,
    message: "The ledger does not match its last signed checkpoint, so signing has stopped. Restore the newest backup.",
  },
} as const satisfies Record<string, Failure>;
