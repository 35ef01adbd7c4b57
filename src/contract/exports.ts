import * as z from "zod";
import { change, download, events, query } from "./endpoint.ts";
import { id, instant, progress } from "./fields.ts";

const one = z.strictObject({ companyId: id, exportId: id });

const exportRun = z.strictObject({
  id,
  projectId: id.nullable(),
  fileName: z.string(),
  createdAt: instant,
  progress,
  /** SHA-256 of the bundle in hex, once it has been streamed to its end. */
  sha256: z.string().nullable(),
});

export const exports = {
  list: query({
    access: "exports.create",
    path: "/companies/{companyId}/exports",
    summary: "Bundles made so far, newest first",
    input: z.strictObject({ companyId: id }),
    output: z.array(exportRun),
  }),
  create: change({
    access: "exports.create",
    path: "/companies/{companyId}/exports",
    summary: "Prepare a bundle: the report, the evidence and everything needed to verify both offline",
    records: "export.created",
    input: z.strictObject({ companyId: id, projectId: id.optional() }),
    output: exportRun,
    fails: ["not-found", "ledger-forked"],
  }),
  progress: events({
    access: "exports.create",
    path: "/companies/{companyId}/exports/{exportId}/progress",
    summary: "How far a bundle has come",
    input: one,
    output: progress,
    fails: ["not-found"],
  }),
  bundle: download({
    access: "exports.create",
    path: "/companies/{companyId}/exports/{exportId}/bundle",
    summary: "The bundle as a ZIP, streamed; verify it with `node verify.mjs`",
    input: one,
    output: z.unknown(),
    fails: ["not-found", "evidence-damaged", "ledger-forked"],
  }),
};
