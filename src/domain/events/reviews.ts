import type { Act } from "./event.ts";
import { group } from "./event.ts";
import { text } from "./words.ts";

const event = group("Access reviews");

const review = ({ details }: Act) => text(details["name"], "an access review");
const count = ({ details }: Act) => (typeof details["count"] === "number" ? details["count"] : 0);

export const reviewsEvents = {
  "review.opened": event("Access review started", (act) => `started ${review(act)}`),
  "review.listed": event(
    "List of accounts confirmed",
    (act) =>
      `confirmed a list of ${count(act)} ${count(act) === 1 ? "account" : "accounts"} of ${text(act.details["name"], "a system")}`,
  ),
  "review.frozen": event("Accounts of an access review read", (act) => `had accounts read for ${review(act)}`),
  "review.decided": event(
    "Accounts decided",
    (act) => `decided on ${count(act)} ${count(act) === 1 ? "account" : "accounts"} in ${review(act)}`,
  ),
  "review.reminded": event(
    "Reviewers reminded",
    (act) => `reminded ${count(act)} ${count(act) === 1 ? "reviewer" : "reviewers"} of ${review(act)}`,
  ),
  "review.cancelled": event("Access review cancelled", (act) => `cancelled ${review(act)}`),
  "review.closed": event("Access review closed", (act) => `closed ${review(act)}`),
};
