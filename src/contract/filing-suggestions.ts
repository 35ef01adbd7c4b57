import * as z from "zod";
import { query, upload } from "./endpoint.ts";
import { controlId, day, evidenceType, id } from "./fields.ts";

/** How much of a file's text is read for suggestions, in characters. */
export const suggestedFromChars = 65_536;

/** A larger file is suggested for by its name, without its bytes. */
export const maxSuggestedBytes = 8 * 1024 * 1024;

/** What a file may be filed as before it is. */
export const filingSuggestions = {
  suggest: query({
    method: "POST",
    access: "evidence.file",
    path: "/companies/{companyId}/evidence-suggestions",
    summary: "Which controls an item may be filed under, by its words; nothing when the feature ai-evidence is off",
    perMinute: 120,
    input: z.strictObject({
      companyId: id,
      name: z.string().max(300),
      fileName: z.string().max(300),
      /** The beginning of the file where it is text. */
      text: z.string().max(suggestedFromChars).default(""),
    }),
    output: z.array(z.strictObject({ control: controlId, words: z.array(z.string()) })),
  }),
  suggestFiling: upload({
    access: "evidence.file",
    path: "/companies/{companyId}/filing-suggestions",
    summary:
      "What a file may be filed as, by its name and what it says: an expected document, control, type and day. Nothing of the file is kept, and nothing is said when the feature ai-evidence is off",
    perMinute: 600,
    input: z.strictObject({
      companyId: id,
      name: z.string().max(300),
      fileName: z.string().max(300),
      /** The folders that it lay in. */
      folder: z.string().max(1000).default(""),
      /** A whole upload of the caller's that holds the file, whose body is empty then. */
      upload: id.optional(),
    }),
    output: z.strictObject({
      document: z.string().nullable(),
      /** What spoke for the document. */
      by: z.enum(["heading", "name", "columns", "folder", "text"]).nullable(),
      controls: z.array(controlId),
      type: evidenceType.nullable(),
      date: day.nullable(),
      /** It reads like something between a client and a lawyer: ask before it is filed for everybody. */
      privileged: z.boolean(),
    }),
    fails: ["file-too-large", "imports-waiting", "upload-gone", "upload-moved"],
  }),
};
