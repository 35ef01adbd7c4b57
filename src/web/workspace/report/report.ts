import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type ControlReport = z.output<typeof contract.exports.report.output>;
export type ReportSection = ControlReport["front"][number];
export type ReportBlock = ReportSection["blocks"][number];
export type ReportTable = Extract<ReportBlock, { kind: "table" }>;
export type ReportCell = ReportTable["rows"][number]["cells"][number];
