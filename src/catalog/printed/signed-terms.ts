import type { PrintedDocument } from "#domain/printed/layout.ts";
import { termsPolicies } from "../policies/kinds.ts";

/** Who signed which terms, here or elsewhere. */
export const signedTermsDocument: PrintedDocument = {
  document: "people.signed-confidentiality",
  about:
    "Every signature of confidentiality terms and a code of conduct. One given in Exhibit is an entry of the ledger with the person, the version and the SHA-256 of the text that was shown; one given elsewhere cites its exhibit.",
  confirmed: ["people", "signed-terms"],
  tables: [
    {
      title: "Signed in Exhibit",
      list: "policy-acknowledgments",
      rows: ["signature", "signatures"],
      where: {
        field: "policyId",
        from: { list: "policies", field: "documentId" },
        is: Object.values(termsPolicies),
      },
      columns: [
        { label: "Terms", field: "policyId", from: { list: "policies", field: "title" } },
        { label: "Version", field: "versionId", from: { list: "policy-versions", field: "number" } },
        { label: "Person", field: "personId", as: "person" },
        { label: "Signed", field: "at", as: "instant" },
        { label: "Signed in by", field: "method" },
        { label: "Address confirmed by", field: "vouched" },
        { label: "SHA-256 of the text", field: "sha256" },
      ],
    },
    {
      title: "Signed elsewhere",
      list: "signed-terms",
      rows: ["record", "records"],
      where: { field: "kind", is: ["signed"] },
      columns: ["number", "terms", "personId", "signedOn", "file", "approval"],
    },
    {
      title: "Signed late",
      list: "signed-terms",
      rows: ["reason", "reasons"],
      where: { field: "kind", is: ["late"] },
      columns: ["number", "terms", "personId", "reason", "approval"],
    },
  ],
};
