import { connectionFailures } from "./connection-failures.ts";
import type { Failure } from "./open-failures.ts";
import { openFailures } from "./open-failures.ts";
import { requestFailures } from "./request-failures.ts";
import { signInFailures } from "./sign-in-failures.ts";
import { signingFailures } from "./signing-failures.ts";

/** One catalogue of everything that may go wrong on purpose: its status, and the sentence a person reads. */
export const failures = {
  ...openFailures,
  ...requestFailures,
  ...signInFailures,
  ...connectionFailures,
  ...signingFailures,

  // Accounts.
  "invalid-credentials": { status: 401, says: "Invalid credentials" },
  "email-not-confirmed": {
    status: 403,
    says: "Please confirm your email address first. We have sent you a new link.",
  },
  "registration-failed": { status: 500, says: "Registration failed" },
  "password-common": {
    status: 422,
    says: "This password is too common or was found in a breach. Please choose another.",
  },
  "password-update-failed": { status: 500, says: "Failed to update password" },
  "password-needed": {
    status: 409,
    says: "You signed up in another browser. Choose your name and password here to finish.",
  },
  "wrong-password": { status: 403, says: "That is not your current password." },
  "wrong-code": { status: 403, says: "That code is wrong or already used. Try the next one." },
  "second-factor-needed-first": {
    status: 409,
    says: "Set up your own second factor first, or you would lock yourself out.",
  },
  "second-factor-kept": {
    status: 409,
    says: "This is your last second factor, and it is required. Add another before you remove it.",
  },
  "confirm-identity": { status: 403, says: "Confirm that it's you." },
  "passkey-known": { status: 409, says: "This passkey is already on your account." },
  "wrong-email": { status: 422, says: "This is not the email address of your account." },
  "account-owns-company": {
    status: 409,
    says: "You own a company. Transfer it or delete it first.",
  },

  // The demo.
  "demo-full-for-network": {
    status: 429,
    says: "Your network has too many demo workspaces open. Close one, or try again in a few minutes.",
  },
  "demo-full": { status: 503, says: "All demo workspaces are in use. Please try again in a few minutes." },
  // Companies.
  "company-signed-out": { status: 401, says: "You must be logged in to create a company" },
  "company-exists": { status: 409, says: "A company with this name already exists", code: "23505" },
  "company-not-readable": {
    status: 403,
    says: "Permission denied: You may not have the right permissions",
    code: "PGRST116",
  },
  "name-differs": { status: 422, says: "This is not the company's name." },
  "deletion-asked": { status: 409, says: "This company is already scheduled for deletion." },
  "deletion-not-asked": { status: 409, says: "This company is not scheduled for deletion." },
  // People of a company.
  "invite-signed-out": { status: 401, says: "You must be logged in to send invitations" },
  "already-invited": { status: 409, says: "This email has already been invited", code: "23505" },
  "already-on-team": { status: 409, says: "This person is already a member of this company" },
  "invitation-ended": { status: 410, says: "This invitation has expired or has already been used." },
  "invitation-other-address": { status: 403, says: "This invitation was sent to a different email address" },
  "users-limit": {
    status: 409,
    says: "Your plan has no users left. Remove a member, cancel an invitation, or choose a larger plan.",
  },
  "is-member": {
    status: 409,
    says: "This person is a member of the company. Remove them before you invite them as an auditor.",
  },
  "is-auditor": {
    status: 409,
    says: "This person is an auditor of the company. End their access before you invite them as a member, or change it in the list.",
  },
  "audit-too-long": { status: 422, says: "Choose an end date in the future, within 24 months." },
  "no-such-project": { status: 422, says: "One of these projects does not exist." },
  "request-not-open": { status: 409, says: "This request is closed, or it is not waiting for this step." },
  "nothing-to-sample": { status: 422, says: "No evidence was collected for this control in this period." },
  "owner-role": { status: 409, says: "Transfer ownership to change the owner's role." },
  "owner-unfit": {
    status: 409,
    says: "This person cannot own a company: their account is limited or disabled.",
  },
  "issued-changed": {
    status: 409,
    says: "An item you chose to keep has ended, or someone else issued it. Check the list and try again.",
  },
  "owner-kept": { status: 409, says: "The owner cannot be removed. Transfer ownership first." },

  // Projects and controls.
  "framework-closed": { status: 422, says: "This framework is Coming Soon and cannot be chosen yet." },
  "project-started": { status: 409, says: "This project has already been started." },
  "project-archived": { status: 409, says: "This project is archived." },
  "project-not-archived": { status: 409, says: "This project is not archived." },
  "owner-not-member": { status: 422, says: "The owner of a control must be an active member of this company." },
  "note-struck": { status: 409, says: "This note is already struck out." },
  "note-of-another": { status: 403, says: "Only the author or an admin can strike out a note." },
  "single-framework": {
    status: 409,
    says: "Your workspace is limited to one framework. A platform admin can turn on more.",
  },
  "limit-reached": { status: 409, says: "Your company has reached a limit. See usage under Settings." },
  "limit-for-now": { status: 429, says: "Your company has reached a limit for now. See usage under Settings." },
  "companies-limit": { status: 409, says: "Your account has reached the limit of companies it can own." },
  "framework-limit": {
    status: 409,
    says: "Your plan includes no more frameworks. Archive the projects of another framework, or choose a larger plan.",
  },

  // API tokens and webhooks.
  "token-invalid": { status: 401, says: "This API token is not valid. It may have expired or been revoked." },
  "token-not-allowed": {
    status: 403,
    says: "This API token is not allowed to do this. Its scopes do not include it, or only people can do it.",
  },
  "api-access-off": {
    status: 403,
    says: "API access is off for this company. It is not turned on here, or the plan does not include it.",
  },
  "token-ended": { status: 409, says: "This API token has already ended." },
  "too-many-tokens": { status: 409, says: "A company can have 25 active API tokens. Revoke one you no longer need." },
  "too-many-webhooks": { status: 409, says: "A company can have 10 webhooks. Remove one you no longer need." },
  "webhook-address": {
    status: 422,
    says: "Exhibit cannot send to this address. Enter an https address that the public internet can reach.",
  },
  "webhook-off": { status: 409, says: "This webhook is off. Turn it on first." },
  // Evidence.
  "file-missing": { status: 400, says: "Choose a file to add." },
  "file-empty": { status: 400, says: "This file is empty." },
  "file-too-large": { status: 413, says: "This file is larger than 100 MB, the limit for one item." },
  "file-interrupted": { status: 400, says: "The upload was interrupted, so the file was not added. Try again." },
  "unknown-control": { status: 422, says: "One of the controls does not exist in the library." },
  "idempotency-conflict": {
    status: 409,
    says: "This Idempotency-Key was already used for a different item.",
  },
  "already-superseded": {
    status: 409,
    says: "This item has already been replaced, or this file cannot replace it.",
  },
  "not-in-circle": {
    status: 403,
    says: "Only people on the matter's access list can add privileged evidence, and only while the matter is open.",
  },
  "in-circle-already": { status: 409, says: "This person is already on the matter's access list." },
  "upload-moved": {
    status: 409,
    says: "Upload offset mismatch. Query the offset and resume.",
  },
  "upload-gone": { status: 410, says: "This upload has expired. Upload the file again." },
  "upload-differs": {
    status: 422,
    says: "The uploaded file does not match the original, so it was not added. Upload it again.",
  },
  "uploads-full": {
    status: 409,
    says: "Your company has too many uploads in progress. Wait for some to finish.",
  },
  "evidence-damaged": {
    status: 409,
    says: "The stored file no longer matches its seal, so it cannot be downloaded. Collect it again.",
  },
  "export-expired": { status: 410, says: "This export expired after an hour. Export the report again." },
  "export-ended": { status: 409, says: "This export has ended. Export the report again." },
  "export-cancelled": { status: 409, says: "This export was cancelled." },
  "export-interrupted": { status: 409, says: "The download was interrupted. Export the report again." },
  "storage-full": { status: 507, says: "There is not enough storage left, so the file was not added." },
  "report-too-large": { status: 413, says: "This report is larger than 64 MB, the limit for one import." },
  "import-not-recognised": {
    status: 422,
    says: "This file format is not supported. See the list of formats you can import.",
  },
  "import-damaged": { status: 422, says: "This report is damaged or incomplete, so nothing was imported." },
  "import-too-much": {
    status: 422,
    says: "This report is over the limit for one import. Split it and import the parts.",
  },
  "mapping-name-taken": { status: 409, says: "A mapping with this name already exists." },
  "too-many-mappings": { status: 409, says: "A company can have 100 mappings. Remove one you no longer need." },
  "pipeline-known": { status: 409, says: "This repository and branch are already trusted." },
  "too-many-pipelines": { status: 409, says: "A company can trust 50 pipelines. Remove one you no longer need." },
  "pipeline-not-trusted": {
    status: 403,
    says: "This pipeline is not trusted. Check that its repository and branch are listed under Settings, and that its identity token is for this address, less than five minutes old and used once.",
  },
  "pipeline-issuer-unreachable": {
    status: 503,
    says: "The pipeline's identity provider did not answer. Try again in a moment.",
  },
  "import-over-time": {
    status: 422,
    says: "This report took more than 30 seconds to read, the limit for one import. We kept it as a file, and no check uses it. Split the report.",
  },
  "import-over-memory": {
    status: 422,
    says: "This report needed more than 2 GB of memory, the limit for one import. We kept it as a file, and no check uses it. Split the report.",
  },
  "import-cancelled": { status: 409, says: "This import was canceled. Nothing was kept." },
  "import-abandoned": {
    status: 409,
    says: "The person who imported this report can no longer add evidence, so no check uses it. Import it again.",
  },
  "imports-waiting": {
    status: 429,
    says: "50 reports of your company are waiting to be imported. Wait for some to finish.",
  },
  "import-needs-mapping": {
    status: 422,
    says: "This looks like a CSV file. Choose a mapping for its columns.",
  },

  // Those who run the installation.
  "account-bounded": {
    status: 403,
    says: "Your account can only work in companies that invited you. To create companies and projects, ask a platform admin.",
  },
  "last-admin": {
    status: 409,
    says: "This is the last platform admin. Make someone else a platform admin first.",
  },
  "account-exists": { status: 409, says: "This address already has an account. Change its role in the list." },
  "request-settled": { status: 409, says: "This request is already closed. Reopen it to answer it." },
  "request-open": { status: 409, says: "This request is already open." },
} as const satisfies Record<string, Failure>;

export type FailureName = keyof typeof failures;

/** The code a client sees for a failure: the catalogue's name, or the specification's own code. */
export function wireCode(name: FailureName): string {
  const failure: Failure = failures[name];
  return failure.code ?? name;
}
