import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Who acknowledged which version of which policy, and when. */
export const acknowledgmentLog: PrintedDocument = {
  document: "policies.acknowledgment-log",
  about:
    "Every acknowledgment of a policy within the period. Each is an entry of the ledger with the person, the version and the SHA-256 of the text that was shown.",
  confirmed: ["people"],
  needs: ["policy-acknowledgments"],
  tables: [
    {
      title: "Acknowledgments",
      list: "policy-acknowledgments",
      rows: ["acknowledgment", "acknowledgments"],
      inPeriod: "at",
      columns: [
        { label: "Policy", field: "policyId", from: { list: "policies", field: "title" } },
        { label: "Version", field: "versionId", from: { list: "policy-versions", field: "number" } },
        { label: "Person", field: "personId", as: "person" },
        { label: "Acknowledged", field: "at", as: "instant" },
        { label: "Signed in by", field: "method" },
        { label: "Address confirmed by", field: "vouched" },
        { label: "SHA-256 of the text", field: "sha256" },
      ],
    },
  ],
};
