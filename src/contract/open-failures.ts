/** Something that may go wrong on purpose: its status, and the sentence a person reads. */
export interface Failure {
  readonly status: number;
  readonly message: string;
  /** The code on the wire where it differs from the catalogue's name (specification, section 8). */
  readonly code?: string;
}

/**
 * The part of the catalogue that pages which anyone opens must be able to say by themselves. It is apart so that they
 * need not load the rest.
 */
export const openFailures = {
  "too-many-requests": { status: 429, message: "Too many tries. Please wait a moment and try again." },
  unexpected: { status: 500, message: "Something went wrong on our side." },
  unavailable: { status: 503, message: "Exhibit cannot reach its database right now. Please try again in a moment." },
  "storage-unavailable": {
    status: 503,
    message: "Stored files can't be reached right now. Nothing was lost. Please try again in a few minutes.",
  },
  "link-invalid": { status: 410, message: "Email link is invalid or has expired" },
  "second-factor-expired": { status: 401, message: "Your sign-in timed out. Please sign in again." },
  "second-factor-required": {
    status: 403,
    message: "MFA is required here. Set it up under Profile, then sign in with it.",
  },
  "passkey-failed": { status: 422, message: "This passkey could not be verified. Please try again." },
  "verification-required": { status: 422, message: "Please complete the verification challenge" },
  "verification-failed": { status: 422, message: "Verification failed. Please try again." },
  "verification-expired": { status: 422, message: "Verification expired. Please verify again." },
  "invitation-invalid": { status: 404, message: "Invalid invitation link" },
} as const satisfies Record<string, Failure>;
