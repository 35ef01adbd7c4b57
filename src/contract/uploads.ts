import * as z from "zod";
import { maxEvidenceBytes } from "./evidence.ts";
import { query, upload } from "./endpoint.ts";
import { id } from "./fields.ts";

/** For how long what arrived of a file is kept after its last part, in hours. */
export const uploadKeptHours = 6;

/** How much a company may have on its way at once, in bytes. */
export const maxUploadsBytes = 4 * 1024 * 1024 * 1024;

const size = z.coerce
  .number()
  .int()
  .min(1, "This file is empty.")
  .max(maxEvidenceBytes, "This file is larger than 100 MB, the limit for one item.");
const arrived = z.strictObject({
  /** How many bytes are here, counted from the beginning of the file: where to go on. */
  received: z.number().int(),
  size: z.number().int(),
});
const path = z.strictObject({ companyId: id, uploadId: id });

/** Files that are sent in parts, so that a broken line costs no more than what was under way. */
export const uploads = {
  send: upload({
    access: "evidence.file",
    path: "/companies/{companyId}/uploads/{uploadId}",
    summary:
      "Send bytes of a file from an offset on, under an id of your own; what arrives before a line breaks is kept for six hours. File it by its id",
    input: path.extend({ offset: z.coerce.number().int().min(0).max(maxEvidenceBytes), size }),
    output: arrived,
    fails: ["upload-moved", "uploads-full", "file-too-large", "storage-full"],
  }),
  get: query({
    access: "evidence.file",
    path: "/companies/{companyId}/uploads/{uploadId}",
    summary: "How far an upload of yours has come",
    input: path,
    output: arrived,
    fails: ["not-found"],
  }),
};
