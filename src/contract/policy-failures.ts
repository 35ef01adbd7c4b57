import type { Failure } from "./open-failures.ts";

/** What may go wrong with policies. */
export const policyFailures = {
  "policy-exists": { status: 409, message: "You already have this policy. Start a new version of it." },
  "policy-document": { status: 422, message: "The library has no policy of this kind." },
  "policy-question": {
    status: 422,
    message: "The library has no such question, or the question does not take this answer.",
  },
  "policy-text": { status: 422, message: "The text has something that a policy cannot have." },
  "policy-changed": { status: 409, message: "Someone else changed this text meanwhile. Compare both and choose." },
  "policy-version-open": { status: 409, message: "A draft of this policy is open. Finish or discard it first." },
  "policy-version-closed": { status: 409, message: "This version can no longer be changed. Start a new one." },
  "policy-not-waiting": { status: 409, message: "This version does not wait for approval, or was edited meanwhile." },
  "policy-approved-already": { status: 409, message: "You have approved this text already." },
  "policy-own-approval": { status: 403, message: "You wrote this text. Another person must approve it." },
  "policy-contradicted": {
    status: 409,
    message: "A check contradicts this policy. Add an action for its control with an owner and a due date first.",
  },
  "policy-quorum": {
    status: 409,
    message: "Too few people can approve this text: its authors cannot. Ask for fewer approvals, or invite someone.",
  },
  "policy-not-in-force": { status: 409, message: "This version is not in force." },
  "policy-replaced": {
    status: 409,
    message: "A new version replaced this one while you were reading. See what changed, then acknowledge it.",
  },
  "policy-owner": { status: 422, message: "Choose an owner who is in People and has not left." },
  "policy-assigned": { status: 409, message: "This version is already assigned to them." },
  "policy-person": {
    status: 409,
    message: "You are not in People, or more than one person there has your email address. Ask an owner or admin.",
  },
  "policy-address": {
    status: 409,
    message:
      "Nobody has confirmed your email address in People. Ask another owner or admin to confirm it, then acknowledge the policy.",
  },
  "policy-file-kind": {
    status: 422,
    message: "This is no Word document or PDF. Save it as .docx and choose it again.",
  },
  "policy-file-old": {
    status: 422,
    message: "This is a document of an old Word version. Save it as .docx and choose it again.",
  },
  "policy-original": {
    status: 422,
    message:
      "This is not an exhibit of your company that is on file and not privileged. File the document as evidence first.",
  },
  "policy-file-locked": {
    status: 422,
    message: "This document is protected with a password. Remove the password and choose it again.",
  },
  "policy-file-macros": {
    status: 422,
    message: "This document has macros. Save it as .docx without macros and choose it again.",
  },
  "policy-file-tracked": {
    status: 422,
    message: "This document has tracked changes. Accept or reject them in Word first.",
  },
  "policy-file-damaged": {
    status: 422,
    message: "This document could not be read. Open it in Word, save it as .docx and choose it again.",
  },
  "policy-file-unpacked": { status: 422, message: "This document unpacks to more than 16 MB of text, the limit." },
  "policy-file-empty": { status: 422, message: "This document has no text. A scan has pictures of text only." },
  "policy-file-long": {
    status: 422,
    message: "This document has more than 60,000 characters, the limit for a policy. Split it.",
  },
  "policy-file-bounds": {
    status: 422,
    message: "This document took too long or needed too much memory to read. Save it as .docx again, or split it.",
  },
  "policy-file-large": { status: 413, message: "This document is larger than 50 MB, the limit." },
  "policy-file-busy": {
    status: 429,
    message: "Other documents of your company are being read. Try again in a moment.",
  },
  "document-too-long": {
    status: 422,
    message:
      "This document has too many rows to print. Print the PDF, which takes more of them, or read them in the table and its CSV.",
  },
  "policy-print-busy": { status: 503, message: "Too many documents are being made. Try again in a moment." },
} as const satisfies Record<string, Failure>;
