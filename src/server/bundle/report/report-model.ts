import type * as z from "zod";
import type { controlReport } from "#contract/report.ts";
import type { BundledControl } from "../collect.ts";

/** What a control was found to be. */
export type Finding = BundledControl["status"];

/** A control report as a sequence of texts; its shape is declared in the contract, because the application shows it, too. */
export type ReportContent = z.output<typeof controlReport>;

/** One control by itself. */
export type Chapter = ReportContent["chapters"][number];

/** A heading with its number in the margin, and what stands below. */
export type Section = ReportContent["front"][number];

/** A piece of a section. */
export type Block = Section["blocks"][number];

/** A ruled table whose rows are numbered in the margin. */
export type Table = Extract<Block, { kind: "table" }>;

/** A cell of a table. */
export type Cell = Table["rows"][number]["cells"][number];
