import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { day, exhibitNumber, id, instant, shortText } from "./fields.ts";

/** People that an answer lists: those who have something to do first. */
export const listedPeople = 500;
/** The largest list that can be imported, in characters. */
const maxListCharacters = 900_000;

const ofCompany = z.strictObject({ companyId: id });
const path = "/companies/{companyId}/training";
const list = z.strictObject({
  /** The file as it is on file: one column with work emails or numbers of people, and one with the day. */
  csv: z.string().min(1, "Choose a CSV file").max(maxListCharacters, "This file is too large. Split it."),
  /** The number of the evidence that these very bytes are filed as. */
  exhibit: exhibitNumber,
  course: z.string().max(40),
  provider: shortText("Please name the provider"),
});
const row = z.strictObject({ row: z.number().int(), message: z.string() });

/** Courses of the company's people: who passed, who is due, and lists of other providers. */
export const training = {
  list: query({
    access: "training.read",
    path,
    summary: "The courses, who needs them, who passed them and who is due; people with something to do come first",
    input: ofCompany,
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
          late: z.number().int(),
        }),
      ),
      total: z.number().int(),
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
              passedAt: instant.nullable(),
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
    summary: "What importing a list of another provider would add, and every row that is wrong; changes nothing",
    perMinute: 60,
    input: ofCompany.extend(list.shape),
    output: z.strictObject({ added: z.number().int(), problems: z.array(row) }),
    fails: ["not-found", "record-csv", "training-other-file"],
  }),
  import: change({
    access: "training.manage",
    path: `${path}/imports`,
    summary: "Import a list of another provider that is on file: all of it or nothing",
    records: "training.imported",
    input: ofCompany.extend(list.shape),
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
