import type { Failure } from "./open-failures.ts";

/** What may go wrong with policies. */
export const policyFailures = {
  "policy-exists": { status: 409, message: "You already have this policy. Start a new version of it." },
  "policy-document": { status: 422, message: "No control expects a policy of this kind." },
  "policy-text": { status: 422, message: "The text has something that a policy cannot have." },
  "policy-changed": { status: 409, message: "Someone else changed this text meanwhile. Compare both and choose." },
  "policy-version-open": { status: 409, message: "A draft of this policy is open. Finish or discard it first." },
  "policy-version-closed": { status: 409, message: "This version can no longer be changed. Start a new one." },
  "policy-not-waiting": { status: 409, message: "This version does not wait for approval, or was edited meanwhile." },
  "policy-approved-already": { status: 409, message: "You have approved this text already." },
  "policy-own-approval": { status: 403, message: "You wrote this text. Another person must approve it." },
  "policy-quorum": {
    status: 409,
    message: "Too few people can approve this text: its authors cannot. Ask for fewer approvals, or invite someone.",
  },
  "policy-not-in-force": { status: 409, message: "This version is not in force." },
  "policy-replaced": {
    status: 409,
    message: "A new version replaced this one while you were reading. See what changed, then acknowledge it.",
  },
  "policy-assigned": { status: 409, message: "This version is already assigned to them." },
  "policy-person": {
    status: 409,
    message: "You are not in People, or more than one person there has your email address. Ask an owner or admin.",
  },
} as const satisfies Record<string, Failure>;
