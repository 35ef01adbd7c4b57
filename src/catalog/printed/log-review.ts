import type { PrintedDocument } from "#domain/printed/layout.ts";
import { reviewsOf } from "./system-reviews.ts";

/** What alerts of the month came to. */
export const logReview: PrintedDocument = {
  document: "logging.log-review",
  about:
    "Every alert of the period: when it came, who looked at it, and why it was closed, as its export or ticket says and another person reviewed.",
  confirmed: ["alerts", "tests"],
  needs: ["alerts"],
  tables: [
    {
      title: "Alerts",
      list: "alerts",
      rows: ["alert", "alerts"],
      inPeriod: "raisedAt",
      columns: [
        "number",
        "title",
        "systemId",
        "raisedAt",
        "acknowledgedAt",
        "closedAt",
        "outcome",
        "reason",
        "handlerId",
        "source",
      ],
    },
    reviewsOf("logs", "Reviews of logs"),
  ],
};
