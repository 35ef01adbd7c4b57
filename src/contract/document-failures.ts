import type { Failure } from "./open-failures.ts";

/** What may go wrong with expected documents and their reviews. */
export const documentFailures = {
  "document-not-expected": { status: 422, message: "This control does not expect this document." },
  "item-not-under-control": {
    status: 409,
    message: "This item is not filed under this control. Add the file under this control first.",
  },
  "item-replaced": { status: 409, message: "A newer version replaced this item. File the newer version instead." },
  "item-privileged": {
    status: 409,
    message: "This item is privileged, so it counts for no control. An owner has to waive the privilege first.",
  },
  "already-filed-as": {
    status: 409,
    message: "This item is already filed as this document. Withdraw that first to change the period.",
  },
  "period-ahead": { status: 422, message: "The period is in the future. Choose days up to today (UTC)." },
  "period-order": { status: 422, message: "The period ends before it begins." },
  "period-after-item": {
    status: 422,
    message: "The period ends after this item was collected. Choose an earlier day, or add a newer file.",
  },
  "document-not-printed": {
    status: 422,
    message: "This document cannot be printed from the registers. File another item as it.",
  },
  "document-to-submit": {
    status: 422,
    message: "This document is printed from your registers. Submit it for review there.",
  },
  "document-not-sealed": {
    status: 409,
    message: "The latest changes of the registers are being sealed. Try again in a few seconds.",
  },
  "document-not-ready": { status: 409, message: "Confirm first that the registers behind this document are complete." },
  "own-review": {
    status: 409,
    message:
      "You filed this document, so another person has to review it. You may do it alone once nobody else could for 30 days.",
  },
  "document-reviewed": { status: 409, message: "This document has been reviewed already." },
  "filing-of-another": {
    status: 403,
    message: "Only the person who filed this document, an owner or an admin can withdraw it.",
  },
  "review-of-another": { status: 403, message: "Only the reviewer can withdraw a review." },
} as const satisfies Record<string, Failure>;
