import * as z from "zod";
import { download, query, upload } from "./endpoint.ts";
import { controlId, evidenceType, exhibitNumber, id, instant, sha256Hex, shortText, plainText } from "./fields.ts";

/** The largest single item, in bytes. */
export const maxEvidenceBytes = 100 * 1024 * 1024;

export const evidenceItem = z.strictObject({
  id,
  exhibit: exhibitNumber,
  name: z.string(),
  type: evidenceType,
  controls: z.array(controlId),
  source: z.string(),
  collector: z.string(),
  collectedAt: instant,
  validUntil: instant,
  sha256: sha256Hex,
  size: z.number().int(),
  mediaType: z.string(),
  fileName: z.string(),
  storageLocation: z.string(),
  ledgerIndex: z.number().int(),
  /** The matter whose privilege it is under; only its circle is shown such an item. */
  matterId: id.nullable(),
});

/** The largest report that can be imported, in bytes: it is read whole. */
export const maxReportBytes = 64 * 1024 * 1024;

const base64 = z.string();
const one = z.strictObject({ companyId: id, evidenceId: id });

/** Query strings carry one comma-separated value; an array field would need brackets in the address. */
const controlList = z
  .string()
  .transform((value) => value.split(",").filter((part) => part !== ""))
  .pipe(z.array(controlId).min(1, "Choose at least one control").max(22));

/** How much of a file's text is read for suggestions, in characters. */
export const suggestedFromChars = 65_536;

export const evidence = {
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
  list: query({
    access: "evidence.read",
    path: "/companies/{companyId}/evidence",
    summary: "Items on file, newest first, a page at a time",
    input: z.strictObject({
      companyId: id,
      search: plainText(200).optional(),
      type: plainText(20).optional(),
      control: controlId.optional(),
      /** Items under the privilege of this matter alone; without it, a search finds nothing privileged. */
      matter: id.optional(),
      after: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.strictObject({
      items: z.array(evidenceItem),
      total: z.number().int(),
      /** Give it as `after` for the next page; null at the end. */
      next: z.string().nullable(),
    }),
  }),
  get: query({
    access: "evidence.read",
    path: "/companies/{companyId}/evidence/{evidenceId}",
    summary: "One item with its chain of custody and its ledger proof",
    input: one,
    output: z.strictObject({
      item: evidenceItem,
      /** Who lifted its privilege, when and why; null for an item that never had one, or has it still. */
      lifted: z.strictObject({ at: instant, by: z.string(), reason: z.string() }).nullable(),
      custody: z.array(
        z.strictObject({ at: instant, event: z.string(), by: z.string(), hash: z.string(), detail: z.string() }),
      ),
      proof: z.strictObject({
        entry: z.string(),
        salt: base64,
        metadata: z.record(z.string(), z.unknown()),
        index: z.number().int(),
        size: z.number().int(),
        path: z.array(base64),
        root: base64,
        /** The newest signed checkpoint at or after this size, as a C2SP signed note. */
        checkpoint: z.string(),
        key: z.string(),
      }),
    }),
    fails: ["not-found", "ledger-forked"],
  }),
  storage: query({
    access: "company.read",
    path: "/companies/{companyId}/storage",
    summary: "Where the company's evidence lies: items and bytes in each storage location",
    input: z.strictObject({ companyId: id }),
    output: z.array(
      z.strictObject({
        id,
        displayName: z.string(),
        geography: z.enum(["us", "eu"]),
        regionCode: z.string(),
        /** Whether what is filed from now on goes there. */
        chosen: z.boolean(),
        items: z.number().int(),
        bytes: z.number().int(),
      }),
    ),
  }),
  file: upload({
    access: "evidence.file",
    path: "/companies/{companyId}/evidence",
    summary: "File one item; send an Idempotency-Key header to make repeating safe",
    records: "evidence.filed",
    input: z.strictObject({
      companyId: id,
      name: shortText("Please enter a name", 200),
      fileName: shortText("Choose a file to add.", 255),
      type: evidenceType,
      controls: controlList,
      /** The matter under whose privilege it is filed; one whose circle the caller is in. */
      matter: id.optional(),
    }),
    output: evidenceItem,
    fails: [
      "file-empty",
      "file-too-large",
      "file-interrupted",
      "unknown-control",
      "idempotency-conflict",
      "not-in-circle",
      "storage-full",
    ],
  }),
  download: download({
    access: "evidence.read",
    path: "/companies/{companyId}/evidence/{evidenceId}/file",
    summary: "The original bytes, released only while they match their seal",
    input: one,
    output: z.unknown(),
    fails: ["not-found", "evidence-damaged"],
  }),
};
