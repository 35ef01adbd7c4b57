import * as z from "zod";
import { csvMeanings, csvOutcomes } from "#domain/csv-mapping.ts";
import { importFormats } from "#domain/import-format.ts";
import { change, events, query, upload } from "./endpoint.ts";
import { controlId, controlStatus, exhibitNumber, id, instant, progress, shortText } from "./fields.ts";

const path = z.strictObject({ companyId: id, importId: id });
const count = z.number().int();

const counts = {
  findings: count,
  /** Findings that a check of the library knows; the rest is kept on file and decides nothing. */
  mapped: count,
  /** Findings by what they say; suppressed ones are counted apart, and only there. */
  outcomes: z.strictObject({
    pass: count,
    fail: count,
    unknown: count,
    notApplicable: count,
    notLookedAt: count,
    suppressed: count,
  }),
  /** What else the file holds, in its format's own words. */
  counted: z.record(z.string(), count),
};

const checkVerdict = z.strictObject({
  checkId: z.string(),
  title: z.string(),
  controlId,
  outcome: z.enum(["pass", "fail", "unknown", "not applicable"]),
  reason: z.string(),
});

/** What fails, up to 50: first what a check knows, the gravest before the others. */
const failing = z.array(
  z.strictObject({
    rule: z.string(),
    title: z.string(),
    severity: z.string(),
    resource: z.string(),
    message: z.string(),
    known: z.boolean(),
  }),
);

const importRun = z.strictObject({
  id,
  evidenceId: id,
  exhibit: exhibitNumber,
  /** Where a person reads what came of it. */
  url: z.string(),
  fileName: z.string(),
  format: z.string(),
  createdAt: instant,
  progress,
  /** Present once it is done. */
  summary: z
    .strictObject({
      tool: z.string(),
      ...counts,
      checks: z.array(checkVerdict),
      controls: z.array(z.strictObject({ controlId, title: z.string(), status: controlStatus, reason: z.string() })),
      failing,
    })
    .nullable(),
});

/** What a file came to, as its sender is told at once. The controls follow when the findings are on file. */
const receipt = importRun.omit({ summary: true }).extend({
  /** Null for a report beyond the bounds of one import: it is kept as a file, and `progress` says which bound it met. */
  judged: z.strictObject({ tool: z.string(), ...counts, checks: z.array(checkVerdict), failing }).nullable(),
});

/** Reports a minute from one address; more wait in their company's lane than are read in that time. */
const PER_MINUTE = 120;

const columnName = z.string().max(500);
const columns = z
  .partialRecord(z.enum(csvMeanings), columnName)
  .refine((chosen) => chosen.rule !== undefined, "Say which column names the rule")
  .refine((chosen) => chosen.outcome !== undefined, "Say which column holds the outcome");
const words = z
  .record(z.string().max(80), z.enum(csvOutcomes))
  .refine((known) => Object.keys(known).length <= 200, "An outcome's column may have 200 different words");

const csvMapping = z.strictObject({
  id,
  name: z.string(),
  header: z.array(z.string()),
  columns: z.partialRecord(z.enum(csvMeanings), z.string()),
  words: z.record(z.string(), z.enum(csvOutcomes)),
  createdAt: instant,
});

export const imports = {
  create: upload({
    access: "imports.create",
    path: "/companies/{companyId}/imports",
    summary: `File a report of another tool and judge its findings (${Object.values(importFormats).join(", ")})`,
    records: "evidence.filed",
    perMinute: PER_MINUTE,
    input: z.strictObject({
      companyId: id,
      fileName: shortText("Choose a file to add.", 255),
      /**
       * The repository, account or host that the report is about, where it does not say so itself. A report pushed with a
       * pipeline's own token carries the repository that was proved, and this beside it.
       */
      target: shortText("Say what the report is about", 200).optional(),
      /** How a CSV file is read; without it the newest mapping that was made for the same first row. */
      mappingId: id.optional(),
    }),
    output: receipt,
    fails: [
      "file-empty",
      "report-too-large",
      "file-interrupted",
      "import-not-recognised",
      "import-damaged",
      "import-too-much",
      "import-needs-mapping",
      "imports-waiting",
      "import-cancelled",
      "idempotency-conflict",
      "storage-full",
      "not-found",
    ],
  }),
  get: query({
    access: "company.read",
    path: "/companies/{companyId}/imports/{importId}",
    summary: "One import and what came of it",
    input: path,
    output: importRun,
    fails: ["not-found"],
  }),
  progress: events({
    access: "company.read",
    path: "/companies/{companyId}/imports/{importId}/progress",
    summary: "How far an import has come",
    input: path,
    output: progress,
    fails: ["not-found"],
  }),
  mappings: query({
    access: "company.read",
    path: "/companies/{companyId}/csv-mappings",
    summary: "How the company's CSV files are read",
    input: z.strictObject({ companyId: id }),
    output: z.array(csvMapping),
  }),
  saveMapping: change({
    access: "evidence.file",
    path: "/companies/{companyId}/csv-mappings",
    summary: "Say what the columns of one kind of CSV file mean",
    records: "mapping.saved",
    input: z.strictObject({
      companyId: id,
      name: shortText("Please enter a name", 60),
      header: z.array(columnName).min(2, "A CSV file has two columns at least").max(200),
      columns,
      words,
    }),
    output: csvMapping,
    fails: ["mapping-name-taken", "too-many-mappings"],
  }),
  renameMapping: change({
    access: "evidence.file",
    path: "/companies/{companyId}/csv-mappings/{mappingId}",
    method: "PATCH",
    summary: "Rename a mapping",
    records: "mapping.renamed",
    input: z.strictObject({ companyId: id, mappingId: id, name: shortText("Please enter a name", 60) }),
    output: z.strictObject({ id, name: z.string() }),
    fails: ["not-found", "mapping-name-taken"],
  }),
  removeMapping: change({
    access: "evidence.file",
    path: "/companies/{companyId}/csv-mappings/{mappingId}",
    method: "DELETE",
    summary: "Remove a mapping; what was read by it stays",
    records: "mapping.removed",
    input: z.strictObject({ companyId: id, mappingId: id }),
    output: z.strictObject({ id }),
    fails: ["not-found"],
  }),
};
