/** Something that may go wrong on purpose: its status, and the sentence a person reads. */
export interface Failure {
  readonly status: number;
  readonly says: string;
  /** The code on the wire where it differs from the catalogue's name (specification, section 8). */
  readonly code?: string;
}

/**
 * The part of the catalogue that pages which anyone opens must be able to say by themselves. It is apart so that they
 * need not load the rest.
 */
export const openFailures = {
  // What any request may meet.
  "invalid-input": { status: 400, says: "Please check the highlighted fields." },
  "malformed-json": { status: 400, says: "The request body is not valid JSON." },
  "signed-out": { status: 401, says: "You must be signed in to do this." },
  forbidden: { status: 403, says: "Permission denied: You may not have the right permissions" },
  "cross-origin": { status: 403, says: "This request came from another site and was refused." },
  "not-found": { status: 404, says: "We could not find that. It may not exist, or you may not have access to it." },
  "method-not-allowed": { status: 405, says: "This address does not answer that method." },
  "too-large": { status: 413, says: "The request is larger than this address accepts." },
  "unsupported-media-type": { status: 415, says: "Send the request body as application/json." },
  "too-many-requests": { status: 429, says: "Too many tries. Please wait a moment and try again." },
  unexpected: { status: 500, says: "Something went wrong on our side." },
  unavailable: { status: 503, says: "Exhibit cannot reach its database right now. Please try again in a moment." },

  // Accounts.
  "invalid-credentials": { status: 401, says: "Invalid credentials" },
  "email-not-confirmed": {
    status: 403,
    says: "Please confirm your email address first. We have sent you a new link.",
  },
  "account-disabled": {
    status: 403,
    says: "This account has been disabled. Please ask the people who run this installation.",
  },
  "registration-failed": { status: 500, says: "Registration failed" },
  "link-invalid": { status: 410, says: "Email link is invalid or has expired" },
  "password-common": {
    status: 422,
    says: "This password is too common or was found in a breach. Please choose another.",
  },
  "password-update-failed": { status: 500, says: "Failed to update password" },
  "wrong-password": { status: 403, says: "That is not your current password." },
  "wrong-code": { status: 403, says: "That code is not right, or it was used before. Please try the next one." },
  "second-factor-expired": { status: 401, says: "That took too long. Please sign in again." },
  "second-factor-required": {
    status: 403,
    says: "A second factor is required here. Set one up under Profile, and sign in with it.",
  },
  "second-factor-needed-first": {
    status: 409,
    says: "Set up your own second factor first. You would otherwise lock yourself out.",
  },
  "second-factor-kept": {
    status: 409,
    says: "This is your last second factor, and it is required. Add another before you remove it.",
  },
  "confirm-identity": { status: 403, says: "Please confirm that it is you." },
  "passkey-failed": { status: 422, says: "This passkey could not be verified. Please try again." },
  "passkey-known": { status: 409, says: "This passkey is already on your account." },
  "single-sign-on-failed": { status: 422, says: "Single sign-on did not work. Please try again." },
  "wrong-email": { status: 422, says: "This is not the email address of your account." },
  "single-sign-on-declined": { status: 403, says: "Your sign-in provider did not sign you in." },
  "single-sign-on-unreachable": {
    status: 503,
    says: "Your sign-in provider cannot be reached right now. Please try again in a moment, or sign in another way.",
  },
  "single-sign-on-unverified": {
    status: 403,
    says: "Your sign-in provider has not verified your email address, so it cannot be used here.",
  },
  "single-sign-on-foreign": {
    status: 403,
    says: "Your sign-in provider may not sign in this email address here.",
  },
  "single-sign-on-taken": {
    status: 403,
    says: "The account of your email address belongs to another sign-in of your provider.",
  },
  "account-owns-company": {
    status: 409,
    says: "You own a company. Hand it to somebody else or delete it first.",
  },

  // The human check of the public forms.
  "verification-required": { status: 422, says: "Please complete the verification challenge" },
  "verification-failed": { status: 422, says: "Verification failed. Please try again." },
  "verification-expired": { status: 422, says: "Verification expired. Please verify again." },
  "invitation-invalid": { status: 404, says: "Invalid invitation link" },
} as const satisfies Record<string, Failure>;
