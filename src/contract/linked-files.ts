import * as z from "zod";
import { fileSourceKeys } from "#domain/file-link.ts";
import { query, selfEndpoint, upload } from "./endpoint.ts";
import { id, instant, nothing, sha256Hex } from "./fields.ts";

/** The most files of a folder that are offered. */
export const mostFolderFiles = 100;

const source = z.enum(fileSourceKeys);

const linkedFile = z.strictObject({
  source,
  /** Where it lies, as people call it: `SharePoint` is read by the source `onedrive`. */
  sourceName: z.string(),
  /** A link to this file alone; give it to read the file. */
  link: z.string(),
  /** As it will be filed: what is exported has the name of its export. */
  fileName: z.string(),
  /** In bytes; null where only the export will tell. */
  size: z.number().int().nullable(),
  mediaType: z.string(),
  modifiedAt: instant.nullable(),
  /** What a document that exists at the provider alone is exported as. */
  exportedAs: z.literal("PDF").nullable(),
});

const reading = [
  "file-link-unknown",
  "file-source-off",
  "file-source-not-connected",
  "file-source-scope",
  "file-source-busy",
  "file-source-unreachable",
  "linked-file-missing",
  "linked-file-denied",
  "linked-file-deleted",
  "linked-file-flagged",
  "linked-file-locked",
  "linked-file-no-export",
  "file-too-large",
  "file-empty",
  "request-timeout",
] as const;

/** Files that the server reads from a link, with the account that the person connected in this session. */
export const linkedFiles = {
  sources: query({
    access: "evidence.file",
    path: "/companies/{companyId}/file-sources",
    summary: "Where files can be read from by link, and which account of the caller is connected in this session",
    input: z.strictObject({ companyId: id }),
    output: z.array(
      z.strictObject({
        source,
        name: z.string(),
        connected: z
          .strictObject({
            /** As the provider names it; null where it does not. */
            account: z.string().nullable(),
            until: instant,
          })
          .nullable(),
      }),
    ),
  }),
  disconnect: selfEndpoint({
    method: "DELETE",
    path: "/account/file-sources/{source}",
    summary: "Forget the account that this session connected there",
    input: z.strictObject({ source }),
    output: nothing,
  }),
  find: upload({
    access: "evidence.file",
    path: "/companies/{companyId}/linked-files",
    summary: "What a link leads to, as the caller's own account sees it; the body is the link",
    perMinute: 240,
    input: z.strictObject({ companyId: id }),
    output: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("file"), file: linkedFile }),
      z.strictObject({
        kind: z.literal("folder"),
        name: z.string(),
        /** Without the folders in it. */
        files: z.array(linkedFile),
        /** Whether it holds more than are listed. */
        isCut: z.boolean(),
      }),
    ]),
    fails: reading,
  }),
  read: upload({
    access: "evidence.file",
    path: "/companies/{companyId}/linked-files/{uploadId}",
    summary:
      "Read the file at a link into an upload under an id of your own; the body is the link. File it by that id within six hours",
    perMinute: 240,
    input: z.strictObject({ companyId: id, uploadId: id }),
    output: z.strictObject({
      file: linkedFile,
      size: z.number().int(),
      sha256: sha256Hex,
      /** What auditors could not read. */
      unreadable: z.enum(["program", "archive"]).nullable(),
    }),
    fails: [
      ...reading,
      "linked-file-is-folder",
      "linked-export-too-large",
      "linked-file-changed",
      "linked-file-interrupted",
      "upload-moved",
      "uploads-full",
      "storage-full",
      "imports-waiting",
    ],
  }),
};
