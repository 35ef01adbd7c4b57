import { connectionFailures } from "./connection-failures.ts";
import type { Failure } from "./open-failures.ts";
import { openFailures } from "./open-failures.ts";
import { requestFailures } from "./request-failures.ts";

/** One catalogue of everything that may go wrong on purpose: its status, and the sentence a person reads. */
export const failures = {
  ...openFailures,
  ...requestFailures,
  ...connectionFailures,

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
  "wrong-code": { status: 403, says: "That code is not right, or it was used before. Please try the next one." },
  "second-factor-needed-first": {
    status: 409,
    says: "Set up your own second factor first. You would otherwise lock yourself out.",
  },
  "second-factor-kept": {
    status: 409,
    says: "This is your last second factor, and it is required. Add another before you remove it.",
  },
  "confirm-identity": { status: 403, says: "Please confirm that it is you." },
  "passkey-known": { status: 409, says: "This passkey is already on your account." },
  "wrong-email": { status: 422, says: "This is not the email address of your account." },
  "account-owns-company": {
    status: 409,
    says: "You own a company. Hand it to somebody else or delete it first.",
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
  "deletion-asked": { status: 409, says: "This company is going to be deleted already." },
  "deletion-not-asked": { status: 409, says: "This company is not going to be deleted." },
  // People of a company.
  "invite-signed-out": { status: 401, says: "You must be logged in to send invitations" },
  "already-invited": { status: 409, says: "This email has already been invited", code: "23505" },
  "already-on-team": { status: 409, says: "This person is already a member of this company" },
  "invitation-ended": { status: 410, says: "This invitation has expired or has already been used." },
  "invitation-other-address": { status: 403, says: "This invitation was sent to a different email address" },
  "users-limit": {
    status: 409,
    says: "Your plan's users are all taken. Remove someone, cancel an invitation, or choose a larger plan.",
  },
  "is-member": {
    status: 409,
    says: "This person is a member of the company. Remove them from the team before you invite them as an auditor.",
  },
  "is-auditor": {
    status: 409,
    says: "This person audits the company. End their access before you invite them to the team, or change it in the list.",
  },
  "audit-too-long": { status: 422, says: "An audit ends in the future, and after 24 months at most." },
  "no-such-project": { status: 422, says: "One of these projects does not exist." },
  "request-not-open": { status: 409, says: "This request is settled already, or does not wait for that." },
  "nothing-to-sample": { status: 422, says: "Nothing was collected for this control in these days." },
  "owner-role": { status: 409, says: "The owner's role changes only when the ownership is transferred." },
  "owner-unfit": {
    status: 409,
    says: "This person cannot own a company: their account is limited or disabled.",
  },
  "issued-changed": {
    status: 409,
    says: "Something you chose to keep has ended or was issued by somebody else. Check the list and try again.",
  },
  "owner-kept": { status: 409, says: "The owner cannot be removed. The ownership has to be transferred first." },

  // Projects and controls.
  "framework-closed": { status: 422, says: "This framework is Coming Soon and cannot be chosen yet." },
  "project-started": { status: 409, says: "This project has already been started." },
  "project-archived": { status: 409, says: "This project is archived." },
  "project-not-archived": { status: 409, says: "This project is not archived." },
  "owner-not-member": { status: 422, says: "The owner of a control must be an active member of this company." },
  "note-struck": { status: 409, says: "This note has been struck out already." },
  "note-of-another": { status: 403, says: "A note is struck out by whoever wrote it, or by an admin." },
  "single-framework": {
    status: 409,
    says: "This company works with one framework at a time. A platform admin can turn on projects of several.",
  },
  "limit-reached": { status: 409, says: "This company has reached a limit. Settings show what is used." },
  "limit-for-now": { status: 429, says: "This company has reached a limit for now. Settings show what is used." },
  "companies-limit": { status: 409, says: "Your account owns as many companies as it may." },
  "framework-limit": {
    status: 409,
    says: "Your plan covers no further framework. Archive the projects of another one, or choose a larger plan.",
  },

  // API tokens and webhooks.
  "token-invalid": { status: 401, says: "This API token is not valid. It may have expired or been revoked." },
  "token-not-allowed": {
    status: 403,
    says: "This API token may not do this: its scopes do not include it, or it is for people only.",
  },
  "api-access-off": {
    status: 403,
    says: "API access is off for this company: it is not turned on here, or the plan does not include it.",
  },
  "token-ended": { status: 409, says: "This API token has already ended." },
  "too-many-tokens": { status: 409, says: "A company has 25 live API tokens at most. Revoke one that is not needed." },
  "too-many-webhooks": { status: 409, says: "A company has 10 webhooks at most. Remove one that is not needed." },
  "webhook-address": {
    status: 422,
    says: "Exhibit does not send to this address. Enter an https address that the public internet can reach.",
  },
  "webhook-off": { status: 409, says: "This webhook is off. Turn it on first." },
  // Evidence.
  "file-missing": { status: 400, says: "Choose a file to add." },
  "file-empty": { status: 400, says: "This file is empty." },
  "file-too-large": { status: 413, says: "This file is larger than 100 MB, the limit for one item." },
  "file-interrupted": { status: 400, says: "The upload ended before the whole file arrived. Nothing was filed." },
  "unknown-control": { status: 422, says: "One of the controls does not exist in the library." },
  "idempotency-conflict": {
    status: 409,
    says: "This Idempotency-Key was already used for a different item.",
  },
  "already-superseded": {
    status: 409,
    says: "This item has been superseded already, or it is not one that this file can take the place of.",
  },
  "not-in-circle": { status: 403, says: "Only the circle of a matter files under its privilege, while it is open." },
  "in-circle-already": { status: 409, says: "This person is in the circle of this matter already." },
  "upload-moved": {
    status: 409,
    says: "This upload has come to another place already. Ask how far, and go on from there.",
  },
  "upload-gone": { status: 410, says: "What arrived of this file was not kept any longer. Send it again." },
  "upload-differs": {
    status: 422,
    says: "What arrived is not the file that was sent. Nothing was filed. Send it again.",
  },
  "uploads-full": {
    status: 409,
    says: "Your company has too much on its way already. Wait until other uploads have ended.",
  },
  "evidence-damaged": {
    status: 409,
    says: "The stored file no longer matches its seal, so it was not released. Collect it again.",
  },
  "export-expired": { status: 410, says: "Nobody downloaded this export within an hour. Export the report again." },
  "export-ended": { status: 409, says: "This export has ended. Export the report again." },
  "export-cancelled": { status: 409, says: "This export was cancelled." },
  "export-interrupted": { status: 409, says: "The download was interrupted. Export the report again." },
  "storage-full": { status: 507, says: "There is not enough space left to store this file safely. Nothing was filed." },
  "report-too-large": { status: 413, says: "This report is larger than 64 MB, the limit for one import." },
  "import-not-recognised": { status: 422, says: "This file is in none of the formats that can be imported." },
  "import-damaged": { status: 422, says: "This report could not be read in full, so nothing of it was imported." },
  "import-too-much": { status: 422, says: "This report holds more than one import may have. Split the report." },
  "mapping-name-taken": { status: 409, says: "There is a mapping of this name already." },
  "too-many-mappings": { status: 409, says: "A company may have 100 mappings. Remove one that nobody uses." },
  "pipeline-known": { status: 409, says: "This repository and branch are trusted already." },
  "too-many-pipelines": { status: 409, says: "A company may trust 50 pipelines. Remove one that nobody uses." },
  "pipeline-not-trusted": {
    status: 403,
    says: "This pipeline could not be let in. Check that its repository and branch are trusted in the settings, and that its identity token was made for this address within the last five minutes and is used once.",
  },
  "pipeline-issuer-unreachable": {
    status: 503,
    says: "The platform that signs the pipeline's identity did not answer. Please try again in a moment.",
  },
  "import-over-time": {
    status: 422,
    says: "Reading this report took more than 30 seconds of computing, the limit for one import. It is kept as a file and judges nothing. Split the report.",
  },
  "import-over-memory": {
    status: 422,
    says: "Reading this report took more than 2 GB of memory, the limit for one import. It is kept as a file and judges nothing. Split the report.",
  },
  "import-cancelled": { status: 409, says: "This import was cancelled. Nothing of it was kept." },
  "imports-waiting": {
    status: 429,
    says: "50 reports of this company wait to be read. Send the next one when some of them are done.",
  },
  "import-needs-mapping": {
    status: 422,
    says: "This looks like a CSV file. Choose a mapping that says what its columns mean.",
  },
  "anchor-lost": {
    status: 503,
    says: "Signing has stopped. Exhibit's own record of what it signed last is missing or damaged, so it signs nothing until its operator brings the record back or accepts the loss. Your evidence is safe, and you can file more.",
  },
  "signer-unavailable": {
    status: 503,
    says: "Nothing can be signed right now, because the part of Exhibit that signs does not answer. What you filed is safe. Please try again in a minute.",
  },
  "ledger-forked": {
    status: 503,
    says: "The ledger does not continue its last signed checkpoint, so nothing is signed. Restore the newest backup.",
  },

  // Those who run the installation.
  "account-bounded": {
    status: 403,
    says: "Your account works in the companies that invited you. Ask a platform admin if it should create companies and projects.",
  },
  "last-admin": {
    status: 409,
    says: "Nobody would be left to run this installation. Make somebody else a platform admin first.",
  },
  "account-exists": { status: 409, says: "This address has an account already. Change its role in the list." },
  "request-settled": { status: 409, says: "This request is settled already. Open it again to answer it." },
  "request-open": { status: 409, says: "This request is open already." },
} as const satisfies Record<string, Failure>;

export type FailureName = keyof typeof failures;

/** The code a client sees for a failure: the catalogue's name, or the specification's own code. */
export function wireCode(name: FailureName): string {
  const failure: Failure = failures[name];
  return failure.code ?? name;
}
