import * as z from "zod";
import { documentId, expectedDocument } from "./documents.ts";
import { change, download } from "./endpoint.ts";
import { exhibitNumber, id } from "./fields.ts";
import { policyFileFormats } from "./policy-files.ts";

const ofDocument = z.strictObject({ companyId: id, documentId });
const path = "/companies/{companyId}/printed-documents/{documentId}";

/** Expected documents that Exhibit prints from registers, policies, training and reviews. */
export const printedDocuments = {
  file: download({
    access: "registers.read",
    path: `${path}/file`,
    summary:
      "An expected document as a PDF or a Word document, drawn from the newest sealed exhibit of the registers, or from the one that is named. Owners and admins read personal and confidential values, others what is sealed. The same exhibit gives the same bytes",
    perMinute: 60,
    input: ofDocument.extend({ format: z.enum(policyFileFormats).default("pdf"), exhibit: exhibitNumber.optional() }),
    output: z.instanceof(Uint8Array),
    fails: ["not-found", "document-not-sealed", "document-too-long", "policy-print-busy"],
  }),
  submit: change({
    access: "evidence.file",
    path: `${path}/submission`,
    summary:
      "File what the registers say now as this document, for another person to review; refused until they are confirmed complete",
    records: "document.filed",
    input: ofDocument,
    output: expectedDocument,
    fails: ["not-found", "document-not-sealed", "document-not-ready", "already-filed-as", "item-not-under-control"],
  }),
};
