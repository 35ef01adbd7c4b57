import type { Failure } from "./open-failures.ts";

/** What may go wrong with records of a register. */
export const registerFailures = {
  "account-address": {
    status: 409,
    message:
      "This account has the work email of somebody else in People, so it is theirs. If it is not, change the email of that person first.",
  },
  "record-link": { status: 422, message: "A link leads to something that is not in this company." },
  "record-matter": { status: 409, message: "This matter is closed. Reopen it before you add a record to it." },
  "record-held": {
    status: 409,
    message: "A legal hold keeps this from being disposed of. Ask an owner or admin to release the hold first.",
  },
  "record-conflict": {
    status: 409,
    message: "Someone else changed the same field meanwhile. Compare both values and choose one.",
  },
  "record-changed": {
    status: 409,
    message: "This record was changed meanwhile. Look at it again before you approve it.",
  },
  "record-rules": {
    status: 409,
    message: "The rules of this register are newer than this record. Edit the record so that it follows them.",
  },
  "record-last-day": {
    status: 422,
    message:
      "Say the last day of each person who ends: today or earlier, and not before they started. For a later day, set Leaves instead.",
  },
  "record-ended": { status: 409, message: "This record has ended. Reopen it first." },
  "record-open": { status: 409, message: "This record has not ended." },
  "record-not-approved": { status: 409, message: "This record is not approved, or it has ended." },
  "record-not-waiting": { status: 409, message: "This record does not wait for an approval." },
  "review-unread": {
    status: 409,
    message: "You can't conclude on what was not read. Leave it out, or connect its system and collect again.",
  },
  "review-line-gone": { status: 409, message: "What this review looks at has changed. Open it again." },
  "contact-test-waiting": {
    status: 409,
    message: "A test of this site waits for an answer. Withdraw it before you send another one.",
  },
  "contact-test-site": { status: 422, message: "Choose a public website from your systems in scope." },
  "proposal-gone": {
    status: 409,
    message: "Some of these are not proposed any more: they were added or are no longer collected. Look again.",
  },
  "record-own-approval": {
    status: 403,
    message: "You wrote this. Another person must approve it. You may do it alone once nobody else could for 30 days.",
  },
  "record-count": { status: 409, message: "The register has a different number of records by now. Look at it again." },
  "record-sort": { status: 422, message: "Records cannot be sorted or narrowed by this field." },
  "record-too-many": {
    status: 409,
    message:
      "The database could not read or write so many records in time, and nothing was changed. Try again later, or with fewer records at once.",
  },
  "record-csv": { status: 422, message: "We cannot read this file. Save it as CSV and try again." },
  "record-rows-wrong": {
    status: 422,
    message: "Some rows are wrong, so nothing was imported. Fix them and try again.",
  },
} as const satisfies Record<string, Failure>;
