import * as z from "zod";
import { change, download, events, query } from "./endpoint.ts";
import { day, id, instant, progress } from "./fields.ts";
import { controlReport } from "./report.ts";

const path = z.strictObject({ companyId: id, exportId: id });

const format = z.enum(["bundle", "oscal"]);

const exportRun = z.strictObject({
  id,
  projectId: id.nullable(),
  /** What the project is called now; null for a report of the company. */
  projectName: z.string().nullable(),
  format,
  /** Only evidence collected from this day on, by UTC. */
  from: day.nullable(),
  /** Only evidence collected up to this day, which is included. */
  to: day.nullable(),
  fileName: z.string(),
  /** Null for somebody who is no longer a member. */
  requestedBy: z.strictObject({ id, name: z.string() }).nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  progress,
  /** How many items and bytes were handed out, and their SHA-256 in hex, once it has been streamed to its end. */
  items: z.number().int().nullable(),
  bytes: z.number().int().nullable(),
  sha256: z.string().nullable(),
});

export const exports = {
  list: query({
    access: "exports.create",
    path: "/companies/{companyId}/exports",
    summary: "The last hundred exports, newest first",
    input: z.strictObject({ companyId: id }),
    output: z.array(exportRun),
  }),
  report: query({
    access: "exports.create",
    path: "/companies/{companyId}/projects/{projectId}/report",
    summary:
      "The control report as it stands now, to read and print: what an export says in report.pdf and report.html, not issued and not signed",
    input: z.strictObject({ companyId: id, projectId: id }),
    output: controlReport,
    fails: ["not-found", "ledger-forked", "anchor-lost", "signer-unavailable"],
    perMinute: 20,
  }),
  create: change({
    access: "exports.create",
    path: "/companies/{companyId}/exports",
    summary:
      "Prepare an export: a bundle with the report, the evidence and everything needed to verify both offline, or the findings as OSCAL assessment results",
    records: "export.created",
    input: z
      .strictObject({
        companyId: id,
        projectId: id.optional(),
        format: format.default("bundle"),
        from: day.optional(),
        to: day.optional(),
      })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ["to"],
        error: "The last day must not be before the first.",
      }),
    output: exportRun,
    fails: ["not-found", "ledger-forked", "anchor-lost", "signer-unavailable"],
  }),
  cancel: change({
    access: "exports.create",
    path: "/companies/{companyId}/exports/{exportId}/cancel",
    summary: "Cancel an export of one's own: its download stops",
    records: "export.cancelled",
    input: path,
    output: exportRun,
    fails: ["not-found", "export-ended"],
  }),
  progress: events({
    access: "exports.create",
    path: "/companies/{companyId}/exports/{exportId}/progress",
    summary: "How far an export has come",
    input: path,
    output: progress,
    fails: ["not-found"],
  }),
  bundle: download({
    access: "exports.create",
    path: "/companies/{companyId}/exports/{exportId}/bundle",
    summary: "The export itself, streamed, once; verify a bundle with /verify.mjs or /verify.html",
    input: path,
    output: z.unknown(),
    fails: [
      "not-found",
      "evidence-damaged",
      "ledger-forked",
      "anchor-lost",
      "signer-unavailable",
      "export-expired",
      "export-ended",
      "export-cancelled",
    ],
  }),
};
