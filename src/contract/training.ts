import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { day, exhibitNumber, id, instant, plainText, shortText } from "./fields.ts";

/** The control whose evidence a list of another provider is. */
export const trainingControl = "XC-06";
/** The largest list that can be imported, in characters. */
const maxListCharacters = 900_000;

const ofCompany = z.strictObject({ companyId: id });
const path = "/companies/{companyId}/training";
const list = z.strictObject({
  /** One column with work emails or numbers of people, one with the day of completion, and maybe one with the status. */
  csv: z.string().min(1, "Choose a CSV file").max(maxListCharacters, "This file is too large. Split it."),
  course: z.string().max(40),
});
const filed = list.extend({
  /** The number of the evidence that these very bytes are filed as. */
  exhibit: exhibitNumber,
  provider: shortText("Please name the provider"),
  /** How its bytes were written: those on file follow from it and the text. */
  encoding: z.enum(["utf-8", "windows-1252"]).default("utf-8"),
});
/** Rows of a kind that a preview lists. */
export const listedRows = 300;
const rows = z.array(z.strictObject({ row: z.number().int(), message: z.string() }));

/** Courses of the company's people: who passed, who is due, and lists of other providers. */
export const training = {
  list: query({
    access: "training.read",
    path,
    summary:
      "The courses, who needs them, who passed them and who is due; people a page at a time, late ones first, then who has something to do",
    input: ofCompany.extend({
      /** In the person's name and number. */
      search: plainText(200).optional(),
      /** The place that the page before gave as `next`. */
      after: z
        .string()
        .max(400)
        .regex(/^[0-2] \d{1,9} /)
        .optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.strictObject({
      courses: z.array(
        z.strictObject({
          key: z.string(),
          title: z.string(),
          summary: z.string(),
          minutes: z.number().int(),
          version: z.number().int(),
          needed: z.number().int(),
          passed: z.number().int(),
          /** Those who passed elsewhere, by a list that was imported, and not here. */
          listed: z.number().int(),
          late: z.number().int(),
          /** Those whose pass ends within 30 days: they may take it again now. */
          again: z.number().int(),
        }),
      ),
      /** Everyone who works for the company. */
      total: z.number().int(),
      /** How many of them fit the search. */
      found: z.number().int(),
      /** Give it as `after` for the next page; null at the end. */
      next: z.string().nullable(),
      people: z.array(
        z.strictObject({
          personId: id,
          number: z.string(),
          name: z.string(),
          hasEmail: z.boolean(),
          /** When they were last mailed a link; null where they never were, and for readers who do not manage staff. */
          sentAt: instant.nullable(),
          courses: z.array(
            z.strictObject({
              key: z.string(),
              state: z.enum(["passed", "due", "late"]),
              /** Whether their page offers it now: it is not passed, or the pass ends within 30 days. */
              isToDo: z.boolean(),
              passedAt: instant.nullable(),
              /** When a list that was imported says that they passed elsewhere; it decides nothing. */
              listedAt: instant.nullable(),
              /** Until when the pass is good, or until when they have to pass. */
              until: instant,
            }),
          ),
        }),
      ),
      imports: z.array(
        z.strictObject({
          batchId: id,
          course: z.string(),
          provider: z.string(),
          exhibit: z.string(),
          importedAt: day,
          people: z.number().int(),
          undone: z.boolean(),
        }),
      ),
    }),
  }),
  previewImport: query({
    method: "POST",
    access: "training.manage",
    path: `${path}/import-preview`,
    summary: "What importing a list of another provider would add, leave out and refuse, row by row; changes nothing",
    perMinute: 60,
    input: ofCompany.extend(list.shape),
    output: z.strictObject({
      added: z.number().int(),
      /** Rows of people who did not complete it, or have left. */
      left: z.number().int(),
      wrong: z.number().int(),
      /** The first of each, by their rows; the header is row 1. */
      sample: z.array(
        z.strictObject({ row: z.number().int(), number: z.string(), name: z.string(), completedOn: day }),
      ),
      leftRows: rows,
      problems: rows,
    }),
    fails: ["not-found", "record-csv"],
  }),
  import: change({
    access: "training.manage",
    path: `${path}/imports`,
    summary: "Import a list of another provider that is on file: all of it or nothing",
    records: "training.imported",
    input: ofCompany.extend(filed.shape),
    output: z.strictObject({ batchId: id, added: z.number().int() }),
    fails: ["not-found", "record-csv", "record-rows-wrong", "training-other-file"],
  }),
  undoImport: change({
    method: "DELETE",
    access: "training.manage",
    path: `${path}/imports/{batchId}`,
    summary: "Undo an import of training: what it added counts no more, and stays in the history",
    records: "training.undone",
    input: ofCompany.extend({ batchId: id }),
    output: z.strictObject({ undone: z.number().int() }),
    fails: ["not-found"],
  }),
};
