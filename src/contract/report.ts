import * as z from "zod";
import { controlId, controlStatus, instant } from "./fields.ts";

const many = <T extends z.ZodType>(of: T) => z.array(of).readonly();

/** A cell of a table. `note` is a quieter line below; `record` is set in the voice of ids, times and hashes. */
const cell = z.strictObject({
  text: z.string(),
  note: z.string().optional(),
  record: z.literal(true).optional(),
  /** The cell is a finding: its mark stands before the word. */
  finding: controlStatus.optional(),
  /** The number of the chapter that says more. */
  chapter: z.string().optional(),
});

/** A ruled table whose rows are numbered in the margin. `share` is the part of the width, of 100. */
const table = z.strictObject({
  kind: z.literal("table"),
  label: z.string(),
  columns: many(z.strictObject({ head: z.string(), share: z.number() })),
  rows: many(z.strictObject({ number: z.string(), cells: many(cell) })),
});

/** A piece of a section. */
const block = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["statement", "record", "note"]), text: z.string() }),
  z.strictObject({ kind: z.literal("result"), text: z.string(), finding: controlStatus }),
  z.strictObject({ kind: z.literal("list"), items: many(z.string()) }),
  /** One cell for each control; `text` is what they show together. */
  z.strictObject({ kind: z.literal("ticks"), findings: many(controlStatus), text: z.string() }),
  z.strictObject({ kind: z.literal("signatures"), labels: many(z.string()) }),
  table,
]);

/** A heading with its number in the margin, and what stands below. */
const section = z.strictObject({ number: z.string(), title: z.string(), blocks: many(block) });

/** One control by itself. */
const chapter = z.strictObject({
  number: z.string(),
  controlId,
  title: z.string(),
  finding: controlStatus,
  /** The day the finding speaks of, under its stamp. */
  date: z.string(),
  sections: many(section),
});

/**
 * A control report as a sequence of texts, whichever printer sets them: report.pdf, report.html and the application's page. What is not
 * in here is said by none of them, so that they cannot say different things.
 */
export const controlReport = z.strictObject({
  language: z.string(),
  title: z.string(),
  organization: z.string(),
  /** Null for a report that was not issued: it is read, and no bundle holds it. */
  number: z.string().nullable(),
  issuedAt: instant,
  /** The caption's left half: who, and under what. */
  caption: many(z.strictObject({ text: z.string(), label: z.string() })),
  /** Its right half. */
  facts: many(z.strictObject({ label: z.string(), value: z.string(), record: z.literal(true).optional() })),
  heading: z.string(),
  front: many(section),
  chapters: many(chapter),
  back: many(section),
  /** Stands at the foot of every page, beside the report's number. */
  foot: z.string(),
});
