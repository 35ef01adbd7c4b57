import * as z from "zod";
import { batch } from "./endpoint.ts";
import { controlId, evidenceType, exhibitNumber, id, sha256Hex, shortText } from "./fields.ts";
import { evidenceName } from "./evidence-changes.ts";

/** The most items of one batch. */
export const maxBatchItems = 500;

const newItem = z.strictObject({
  name: evidenceName,
  fileName: shortText("Choose a file to add.", 255),
  type: evidenceType,
  controls: z.array(controlId).min(1, "Choose at least one control").max(22),
  /** The file itself, as base64 (RFC 4648, section 4). */
  content: z.string().meta({ contentEncoding: "base64" }),
  /** What the file must hash to. */
  sha256: sha256Hex.optional(),
  /** Like an Idempotency-Key: an item with a key that was sent before is not filed twice. */
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "Please use 1 to 200 printable ASCII characters")
    .optional(),
  /** The matter under whose privilege it is filed. */
  matter: id.optional(),
  /** The item whose place it takes. */
  supersedes: id.optional(),
  /** Files a program or an archive, too, which is refused otherwise: auditors cannot read it. */
  fileAnyway: z.literal(true).optional(),
});

/** Many items at once, for programs. */
export const evidenceBatch = {
  fileMany: batch({
    access: "evidence.file",
    path: "/companies/{companyId}/evidence-batches",
    summary:
      "File up to 500 items at once, all or none; send an Idempotency-Key header, or a key with each item, to make repeating safe. `batch-refused` names each item that can't be filed in `data.items`, by its place from 0, its code and its sentence; items of a wrong shape are named in `data.fields`",
    records: "evidence.filed",
    input: z.strictObject({
      companyId: id,
      items: z.array(newItem).min(1, "Send at least one item").max(maxBatchItems),
    }),
    output: z.strictObject({
      /** In the order sent. */
      items: z.array(
        z.strictObject({
          id,
          exhibit: exhibitNumber,
          sha256: sha256Hex,
          ledgerIndex: z.number().int(),
          /** It was filed by an earlier request with the same key. */
          repeated: z.boolean(),
        }),
      ),
    }),
    fails: [
      "batch-refused",
      "content-not-base64",
      "file-empty",
      "file-is-program",
      "file-is-archive",
      "unknown-control",
      "upload-differs",
      "idempotency-key-twice",
      "idempotency-conflict",
      "already-superseded",
      "not-on-access-list",
      "storage-full",
    ],
  }),
};
