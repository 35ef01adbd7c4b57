import type { Failure } from "./open-failures.ts";

/** What may go wrong with access reviews. */
export const reviewFailures = {
  "review-closed": { status: 409, message: "This review is closed. Start a new one." },
  "review-not-read": {
    status: 409,
    message:
      "A system was not read completely, so this review cannot be closed. Connect it and have it read, or upload its list of accounts. If its connection ended, close the review without it and say why, or cancel the review.",
  },
  "review-cancel-reason": { status: 422, message: "Say why you cancel this review." },
  "review-undecided": { status: 409, message: "Not every account is decided yet." },
  "review-own-account": {
    status: 403,
    message:
      "You cannot review your own access. Another person decides. You may do it alone once nobody else could for 30 days.",
  },
  "review-unknown-account": {
    status: 409,
    message:
      "Nobody else has said whose account this is. Have another person say it in People, or confirm its address there. You can also have it approved as a shared account, or remove it.",
  },
  "review-not-yours": { status: 403, message: "Another person decides on this account." },
  "review-person": {
    status: 409,
    message:
      "You are not in People, or more than one person there has your email address, so nobody can tell which accounts are yours.",
  },
  "review-reviewer": {
    status: 422,
    message: "Choose two different members who can decide: one for the accounts, another for that person's own.",
  },
  "review-systems": { status: 422, message: "Choose systems of your list, each of them once." },
  "review-list-file": {
    status: 422,
    message:
      "This is not the file that is on file under that number. File it as evidence first, and choose the same file.",
  },
  "review-list-count": { status: 422, message: "The file has another number of accounts than you confirm." },
  "review-list-gone": {
    status: 422,
    message:
      "Another number of accounts of the last list is missing here than you confirm. Compare it with the system.",
  },
  "review-list-connected": {
    status: 409,
    message: "This system is connected, so its accounts are read. Lists are for systems without a connection.",
  },
  "review-list-day": { status: 422, message: "Choose a list that was exported within the last 7 days." },
  "review-reason": { status: 422, message: "Say why, where access is to be changed or removed." },
} as const satisfies Record<string, Failure>;
