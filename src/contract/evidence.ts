import * as z from "zod";
import { custodyEntry } from "./custody.ts";
import { download, query, upload } from "./endpoint.ts";
import {
  controlId,
  day,
  evidenceType,
  exhibitNumber,
  frameworkKey,
  id,
  instant,
  plainText,
  sha256Hex,
  shortText,
} from "./fields.ts";
import { evidenceBatch } from "./evidence-batch.ts";
import { evidenceChanges, evidenceName } from "./evidence-changes.ts";
import { filingSuggestions } from "./filing-suggestions.ts";
import { itemProof } from "./item-proof.ts";
import { withdrawal, withdrawalFacts } from "./withdrawal.ts";

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
  /** The matter whose privilege it is under: null for what every member may see. */
  matterId: id.nullable(),
  /** Whether another item took its place. */
  superseded: z.boolean(),
  /** Whether it is withdrawn: it counts for nothing then, and only lists of withdrawn items have it. */
  withdrawn: z.boolean(),
  /** Whether an owner erased its file; it is withdrawn then, and its name and file name are gone. */
  erased: z.boolean(),
});

/** How long an item still counts, as the list can be narrowed to; withdrawn items are in no other list. */
export const freshness = z.enum(["current", "expiring", "expired", "superseded", "withdrawn"]);

/** A place in a list, as its answers give it: an item's number, after its instant where the list goes by one. */
const place = z.string().regex(/^(\d{1,16}-)?\d{1,15}$/, "This is not a place in the list.");

/** What the list can be narrowed to; everything given must hold. */
const filters = {
  /** Name or control. */
  search: plainText(200).optional(),
  type: plainText(20).optional(),
  source: plainText(300).optional(),
  framework: frameworkKey.optional(),
  /** A requirement id, of the framework where one is given. */
  requirement: plainText(40).optional(),
  control: controlId.optional(),
  /** Days of collection in UTC, both included. */
  from: day.optional(),
  to: day.optional(),
  freshness: freshness.optional(),
  /** Only what is under privilege, as far as the caller is on the access lists. */
  privileged: z.literal("1").optional(),
  matter: id.optional(),
  filedBy: id.optional(),
} as const;

/** The largest number that a list's items are counted to. */
export const countedTo = 1_000;

/** The largest report that can be imported, in bytes: it is read whole. */
export const maxReportBytes = 64 * 1024 * 1024;

const path = z.strictObject({ companyId: id, evidenceId: id });

/** Query strings carry one comma-separated value; an array field would need brackets in the address. */
const controlList = z
  .string()
  .transform((value) => value.split(",").filter((part) => part !== ""))
  .pipe(z.array(controlId).min(1, "Choose at least one control").max(22));

const version = z.strictObject({ id, exhibit: exhibitNumber, name: z.string(), filedAt: instant });

export const evidence = {
  list: query({
    access: "evidence.read",
    path: "/companies/{companyId}/evidence",
    summary:
      "Items on file, newest first, a page at a time; by expiry where narrowed by freshness, by collection where by days",
    input: z.strictObject({
      companyId: id,
      ...filters,
      /** One item by its number. */
      exhibit: exhibitNumber.optional(),
      after: place.optional(),
      before: place.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.strictObject({
      items: z.array(evidenceItem),
      /** Items on file, without privileged ones. */
      total: z.number().int(),
      /** Privileged items besides, of the matters that the caller may read. */
      privileged: z.number().int(),
      /** Give it as `after` for the next page; null at the end. A page may be short of items and still have a next one. */
      next: z.string().nullable(),
      /** Give it as `before` for the page before; null at the beginning. */
      previous: z.string().nullable(),
    }),
  }),
  count: query({
    access: "evidence.read",
    path: "/companies/{companyId}/evidence-count",
    summary: "How many items fit the filters of the list, counted to 1,000 at most",
    input: z.strictObject({ companyId: id, ...filters }),
    output: z.strictObject({
      count: z.number().int(),
      /** There are more than were counted. */
      more: z.boolean(),
    }),
  }),
  facets: query({
    access: "company.read",
    path: "/companies/{companyId}/evidence-facets",
    summary: "What the list can be narrowed to: sources that items name, and people of the company's record",
    input: z.strictObject({ companyId: id }),
    output: z.strictObject({
      sources: z.array(z.string()),
      people: z.array(z.strictObject({ id, name: z.string() })),
    }),
  }),
  same: query({
    access: "evidence.file",
    path: "/companies/{companyId}/evidence-same",
    summary: "Items that hold exactly this content, withdrawn ones included, newest first, five at most",
    input: z.strictObject({ companyId: id, sha256: sha256Hex }),
    output: z.array(
      z.strictObject({
        id,
        exhibit: exhibitNumber,
        name: z.string(),
        withdrawn: z.boolean(),
        /** Under the privilege of a matter that the caller may see. */
        privileged: z.boolean(),
      }),
    ),
  }),
  get: query({
    access: "evidence.read",
    path: "/companies/{companyId}/evidence/{evidenceId}",
    summary: "One item with its chain of custody and its ledger proof",
    input: path,
    output: z.strictObject({
      item: evidenceItem,
      /** Who waived its privilege, when and why; null for an item that never had one, or has it still. */
      waived: z.strictObject({ at: instant, by: z.string(), reason: z.string() }).nullable(),
      ...withdrawalFacts,
      /** What was found wrong with its stored file, and when; null while none is known. */
      damage: z
        .strictObject({ kind: z.enum(["missing", "cut", "altered", "unreadable"]), foundAt: instant })
        .nullable(),
      /** Until when each control may rely on it. */
      validity: z.array(z.strictObject({ control: controlId, until: instant })),
      /** The item whose place it took, and the one that took its place. */
      versions: z.strictObject({ older: version.nullable(), newer: version.nullable() }),
      custody: z.array(custodyEntry),
      proof: itemProof,
    }),
    fails: ["not-found", "ledger-forked", "anchor-lost", "signer-unavailable"],
  }),
  ...filingSuggestions,
  ...withdrawal,
  ...evidenceChanges,
  ...evidenceBatch,
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
    summary:
      "File one item; send an Idempotency-Key header to make repeating safe, and name an upload instead of a body for what was sent in parts",
    records: "evidence.filed",
    input: z.strictObject({
      companyId: id,
      name: evidenceName,
      fileName: shortText("Choose a file to add.", 255),
      type: evidenceType,
      controls: controlList,
      /** The upload that holds the file, whose body is empty then; together with what it must hash to. */
      upload: id.optional(),
      sha256: sha256Hex.optional(),
      /** The matter under whose privilege it is filed. */
      matter: id.optional(),
      /** The item whose place it takes. */
      supersedes: id.optional(),
      /** Files a program or an archive, too, which is refused otherwise: auditors cannot read it. */
      fileAnyway: z.literal("1").optional(),
    }),
    output: evidenceItem,
    fails: [
      "upload-gone",
      "upload-moved",
      "upload-differs",
      "already-superseded",
      "not-on-access-list",
      "file-empty",
      "file-too-large",
      "file-is-program",
      "file-is-archive",
      "file-interrupted",
      "unknown-control",
      "idempotency-conflict",
      "storage-full",
    ],
  }),
  download: download({
    access: "evidence.read",
    path: "/companies/{companyId}/evidence/{evidenceId}/file",
    summary: "The original bytes, released only while they match their seal",
    input: path,
    output: z.unknown(),
    fails: ["not-found", "item-erased", "evidence-damaged"],
  }),
};
