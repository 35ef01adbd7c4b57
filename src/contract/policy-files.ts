import * as z from "zod";
import { download, upload } from "./endpoint.ts";
import { id } from "./fields.ts";

/** A larger document is not read. */
export const maxPolicyFileBytes = 50 * 1024 * 1024;

/** As what a version of a policy is printed. */
export const policyFileFormats = ["pdf", "docx"] as const;

/** Documents in and out of policies. */
export const policyFiles = {
  readFile: upload({
    access: "policies.write",
    path: "/companies/{companyId}/policy-files",
    summary:
      "What a Word document (.docx) or PDF comes to as a policy: its title and text, and what was not carried over. Nothing of it is kept",
    perMinute: 30,
    input: z.strictObject({ companyId: id, fileName: z.string().max(300) }),
    output: z.strictObject({
      title: z.string(),
      text: z.string(),
      /** What a policy cannot have, with how often it occurs and as a sentence. */
      lost: z.array(z.strictObject({ what: z.string(), count: z.number().int(), message: z.string() })),
    }),
    fails: [
      "policy-file-kind",
      "policy-file-old",
      "policy-file-locked",
      "policy-file-macros",
      "policy-file-tracked",
      "policy-file-damaged",
      "policy-file-unpacked",
      "policy-file-empty",
      "policy-file-long",
      "policy-file-bounds",
      "policy-file-large",
      "policy-file-busy",
    ],
  }),
  file: download({
    access: "policies.read",
    path: "/companies/{companyId}/policy-versions/{versionId}/file",
    summary:
      "A version of a policy as a PDF or a Word document, with who approved it, until when, and its SHA-256. The same version gives the same bytes",
    perMinute: 60,
    input: z.strictObject({ companyId: id, versionId: id, format: z.enum(policyFileFormats).default("pdf") }),
    output: z.instanceof(Uint8Array),
    fails: ["not-found", "policy-text", "policy-print-busy"],
  }),
};
