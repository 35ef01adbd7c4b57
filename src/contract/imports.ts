import * as z from "zod";
import { events, query, upload } from "./endpoint.ts";
import { controlId, controlStatus, exhibitNumber, id, instant, progress, shortText } from "./fields.ts";

const one = z.strictObject({ companyId: id, importId: id });

const importRun = z.strictObject({
  id,
  evidenceId: id,
  exhibit: exhibitNumber,
  fileName: z.string(),
  createdAt: instant,
  progress,
  /** Present once it is done. */
  summary: z
    .strictObject({
      tool: z.string(),
      findings: z.number().int(),
      mapped: z.number().int(),
      checks: z.array(
        z.strictObject({
          checkId: z.string(),
          title: z.string(),
          controlId,
          outcome: z.enum(["pass", "fail", "unknown", "not applicable"]),
          reason: z.string(),
        }),
      ),
      controls: z.array(z.strictObject({ controlId, title: z.string(), status: controlStatus, reason: z.string() })),
    })
    .nullable(),
});

export const imports = {
  create: upload({
    access: "evidence.file",
    path: "/companies/{companyId}/imports",
    summary: "File a Prowler JSON-OCSF or SARIF 2.1.0 report and judge its findings",
    records: "evidence.filed",
    input: z.strictObject({ companyId: id, fileName: shortText("Choose a file to add.", 255) }),
    output: importRun,
    fails: [
      "file-empty",
      "report-too-large",
      "file-interrupted",
      "import-not-recognised",
      "idempotency-conflict",
      "storage-full",
    ],
  }),
  get: query({
    access: "company.read",
    path: "/companies/{companyId}/imports/{importId}",
    summary: "One import and what came of it",
    input: one,
    output: importRun,
    fails: ["not-found"],
  }),
  progress: events({
    access: "company.read",
    path: "/companies/{companyId}/imports/{importId}/progress",
    summary: "How far an import has come",
    input: one,
    output: progress,
    fails: ["not-found"],
  }),
};
