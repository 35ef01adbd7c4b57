import { connectionFailures } from "./connection-failures.ts";
import { documentFailures } from "./document-failures.ts";
import { evidenceFailures } from "./evidence-failures.ts";
import { linkedFileFailures } from "./linked-file-failures.ts";
import { manualTestFailures } from "./manual-test-failures.ts";
import type { Failure } from "./open-failures.ts";
import { openFailures } from "./open-failures.ts";
import { policyFailures } from "./policy-failures.ts";
import { reviewFailures } from "./review-failures.ts";
import { registerFailures } from "./register-failures.ts";
import { requestFailures } from "./request-failures.ts";
import { signInFailures } from "./sign-in-failures.ts";
import { signingFailures } from "./signing-failures.ts";
import { staffFailures } from "./staff-failures.ts";
import { systemFailures } from "./system-failures.ts";

/** One catalogue of everything that may go wrong on purpose: its status, and the sentence a person reads. */
export const failures = {
  ...openFailures,
  ...requestFailures,
  ...signInFailures,
  ...connectionFailures,
  ...evidenceFailures,
  ...linkedFileFailures,
  ...documentFailures,
  ...signingFailures,
  ...systemFailures,
  ...registerFailures,
  ...staffFailures,
  ...policyFailures,
  ...reviewFailures,
  ...manualTestFailures,

  // Accounts.
  "invalid-credentials": { status: 401, message: "Invalid credentials" },
  "email-not-confirmed": {
    status: 403,
    message: "Please confirm your email address first. We have sent you a new link.",
  },
  "registration-failed": { status: 500, message: "Registration failed" },
  "password-common": {
    status: 422,
    message: "This password is too common or was found in a breach. Please choose another.",
  },
  "password-update-failed": { status: 500, message: "Failed to update password" },
  "password-needed": {
    status: 409,
    message: "You signed up in another browser. Choose your name and password here to finish.",
  },
  "wrong-password": { status: 403, message: "That is not your current password." },
  "wrong-code": { status: 403, message: "That code is wrong or already used. Try the next one." },
  "second-factor-needed-first": {
    status: 409,
    message: "Set up your own second factor first, or you would lock yourself out.",
  },
  "second-factor-kept": {
    status: 409,
    message: "This is your last second factor, and it is required. Add another before you remove it.",
  },
  "confirm-identity": { status: 403, message: "Confirm that it's you." },
  "passkey-known": { status: 409, message: "This passkey is already on your account." },
  "provider-connected-elsewhere": {
    status: 409,
    message: "Your account at this provider is already connected to another Exhibit account.",
  },
  "last-way-in": {
    status: 409,
    message: "This is the only way into your account. Set a password or add a passkey before you disconnect it.",
  },
  "wrong-email": { status: 422, message: "This is not the email address of your account." },
  "account-held": {
    status: 409,
    message: "A legal hold asks you to keep what you have. Delete your account once you are released from it.",
  },
  "account-owns-company": {
    status: 409,
    message: "You own a company. Transfer it or delete it first.",
  },

  // The demo.
  "demo-full-for-network": {
    status: 429,
    message: "Your network has too many demo workspaces open. Close one, or try again in a few minutes.",
  },
  "demo-full": { status: 503, message: "All demo workspaces are in use. Please try again in a few minutes." },
  // Companies.
  "company-signed-out": { status: 401, message: "You must be logged in to create a company" },
  "company-exists": { status: 409, message: "A company with this name already exists", code: "23505" },
  "company-not-readable": {
    status: 403,
    message: "Permission denied: You may not have the right permissions",
    code: "PGRST116",
  },
  "name-differs": { status: 422, message: "This is not the company's name." },
  "deletion-asked": { status: 409, message: "This company is already scheduled for deletion." },
  "company-held": {
    status: 409,
    message: "A legal hold is in force. Release it before you delete the company.",
  },
  "deletion-not-asked": { status: 409, message: "This company is not scheduled for deletion." },
  // People of a company.
  "invite-signed-out": { status: 401, message: "You must be logged in to send invitations" },
  "already-invited": { status: 409, message: "This email has already been invited", code: "23505" },
  "already-on-team": { status: 409, message: "This person is already a member of this company" },
  "invitation-ended": { status: 410, message: "This invitation has expired or has already been used." },
  "invitation-sign-in": {
    status: 409,
    message: "You'll need to sign in or create an account to accept this invitation.",
  },
  "invitation-other-address": { status: 403, message: "This invitation was sent to a different email address" },
  "users-limit": {
    status: 409,
    message: "Your plan has no users left. Remove a member, cancel an invitation, or choose a larger plan.",
  },
  "is-member": {
    status: 409,
    message: "This person is a member of the company. Remove them before you invite them as an auditor.",
  },
  "is-auditor": {
    status: 409,
    message:
      "This person is an auditor of the company. End their access before you invite them as a member, or change it in the list.",
  },
  "audit-too-long": { status: 422, message: "Choose an end date in the future, within 24 months." },
  "no-such-project": { status: 422, message: "One of these projects does not exist." },
  "request-not-open": { status: 409, message: "This request is closed, or it is not waiting for this step." },
  "nothing-to-sample": { status: 422, message: "No evidence was collected for this control in this period." },
  "owner-role": { status: 409, message: "Transfer ownership to change the owner's role." },
  "owner-unfit": {
    status: 409,
    message: "This person cannot own a company: their account is limited or disabled.",
  },
  "issued-changed": {
    status: 409,
    message: "An item you chose to keep has ended, or someone else issued it. Check the list and try again.",
  },
  "owner-kept": { status: 409, message: "The owner cannot be removed. Transfer ownership first." },

  // Projects and controls.
  "framework-closed": { status: 422, message: "This framework is Coming Soon and cannot be chosen yet." },
  "project-started": { status: 409, message: "This project has already been started." },
  "project-archived": { status: 409, message: "This project is archived." },
  "project-not-archived": { status: 409, message: "This project is not archived." },
  "snooze-day": {
    status: 422,
    message: "Choose a day within the next 14 days, and say why it waits. Without both, it is not put off.",
  },
  "owner-not-member": { status: 422, message: "Whoever sees to it must be an active member of this company." },
  "note-struck": { status: 409, message: "This note is already struck out." },
  "note-of-another": { status: 403, message: "Only the author or an admin can strike out a note." },
  "limit-reached": { status: 409, message: "Your company has reached a limit. See usage under Settings." },
  "limit-for-now": { status: 429, message: "Your company has reached a limit for now. See usage under Settings." },
  "companies-limit": { status: 409, message: "Your account has reached the limit of companies it can own." },
  "framework-limit": {
    status: 409,
    message:
      "Your plan includes no more frameworks. Archive the projects of another framework, or choose a larger plan.",
  },

  // API tokens and webhooks.
  "token-invalid": { status: 401, message: "This API token is not valid. It may have expired or been revoked." },
  "token-not-allowed": {
    status: 403,
    message: "This API token is not allowed to do this. Its scopes do not include it, or only people can do it.",
  },
  "api-access-off": {
    status: 403,
    message: "API access is off for this company. It is not turned on here, or the plan does not include it.",
  },
  "token-ended": { status: 409, message: "This API token has already ended." },
  "too-many-tokens": {
    status: 409,
    message: "A company can have 25 active API tokens. Revoke one you no longer need.",
  },
  "too-many-webhooks": { status: 409, message: "A company can have 10 webhooks. Remove one you no longer need." },
  "webhook-address": {
    status: 422,
    message: "Exhibit cannot send to this address. Enter an https address that the public internet can reach.",
  },
  "webhook-off": { status: 409, message: "This webhook is off. Turn it on first." },
  // Those who run the installation.
  "account-bounded": {
    status: 403,
    message:
      "Your account can only work in companies that invited you. To create companies and projects, ask a platform admin.",
  },
  "last-admin": {
    status: 409,
    message: "This is the last platform admin. Make someone else a platform admin first.",
  },
  "account-exists": { status: 409, message: "This address already has an account. Change its role in the list." },
  "request-settled": { status: 409, message: "This request is already closed. Reopen it to answer it." },
  "request-open": { status: 409, message: "This request is already open." },
} as const satisfies Record<string, Failure>;

export type FailureName = keyof typeof failures;

/** The code a client sees for a failure: the catalogue's name, or the specification's own code. */
export function wireCode(name: FailureName): string {
  const failure: Failure = failures[name];
  return failure.code ?? name;
}
