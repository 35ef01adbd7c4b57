import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Who asked for their data, and when each was answered. */
export const privacyRequestLog: PrintedDocument = {
  document: "retention.privacy-requests",
  about:
    "Every request that came within the period: the law it rests on, when an answer was due, and when it was given. GDPR asks for one within a month, CCPA within 45 days.",
  confirmed: ["privacy-requests"],
  tables: [
    {
      title: "Privacy requests",
      list: "privacy-requests",
      rows: ["request", "requests"],
      states: ["open", "waiting"],
      inPeriod: "receivedOn",
      columns: ["number", "kind", "law", "receivedOn", "due", "extendedOn", "closedOn", "answer", "approval"],
    },
  ],
};
