import { sql } from "kysely";
import { registerOfList } from "#domain/registers/screenings.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { functionOf } from "../db/functions.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fileName, mediaTypes, threadedMaker } from "../policies/documents/make-document.ts";
import type { PrintedReview } from "./printed-text.ts";
import { readNames } from "./read-names.ts";
import type { PrintTask } from "./printed-thread.ts";
import { findRun, listsOf, readSealed } from "./read-snapshot.ts";
import type { SnapshotDeps } from "./read-snapshot.ts";
import { openPrinted, submitPrinted } from "./submit-printed.ts";

/** A Word document of 10,000 rows holds 500; without as much a firm of that size could print none. */
const MEGABYTES = 640;

interface Deps extends SnapshotDeps {
  readonly now: () => Date;
}

/** Expected documents that are printed from what Exhibit keeps: as files, and filed for a review. */
export function printedDocumentHandlers(deps: Deps): HandlersOf<"printedDocuments"> {
  const make = threadedMaker<PrintTask>(new URL("./printed-thread.ts", import.meta.url), { megabytes: MEGABYTES });
  return {
    file: async ({ input: { documentId, format, exhibit }, caller, within, request }) => {
      const { printed, declared } = openPrinted(documentId, caller);
      const { companyId } = caller;
      const { run, company, review } = await within(async (tx) => {
        const found = await findRun(tx, companyId, exhibit);
        return { run: found, ...(await readAbout(tx, companyId, documentId, found.evidence_id)) };
      });
      const lists = listsOf(printed);
      const sealed = await readSealed(deps, within, companyId, { run, lists });
      const isManager = caller.role === "owner" || caller.role === "admin";
      const names = isManager
        ? await within((tx) => readNames(tx, companyId, sealed.hashed.map(registerOfList), run))
        : undefined;
      const about = { documentId, format, ...declared, company, review, takenAt: run.taken_at };
      const bytes = await make(companyId, { ...about, sealed, names }, request.signal);
      return {
        fileName: fileName(declared.title, sealed.exhibit.toLowerCase(), format),
        mediaType: mediaTypes[format],
        size: bytes.length,
        bytes: inOne(bytes),
      };
    },
    submit: submitPrinted(deps),
  };
}

/** The company's name, and the review of this exhibit as this document, if there is one. */
async function readAbout(tx: Tx, companyId: string, documentId: string, evidenceId: string) {
  const isFilers = functionOf("app.is_one_person", [
    companyId,
    sql`f.filed_by`,
    sql`r.reviewed_by`,
    sql`r.reviewed_at`,
    null,
    null,
  ]);
  const { rows } = await sql<{ company: string } & (PrintedReview | { readonly by: null })>`SELECT c.name AS company,
      r.accepted, r.reviewed_at AS at, r.own OR ${isFilers} AS alone, CASE WHEN r.id IS NOT NULL THEN concat_ws(' ', q.first_name, q.last_name) END AS by,
      concat_ws(' ', p.first_name, p.last_name) AS "filedBy"
    FROM app.companies c
    LEFT JOIN app.document_filings f ON f.company_id = c.id AND f.evidence_id = ${evidenceId} AND f.document_id = ${documentId}
      AND f.withdrawn_at IS NULL
    LEFT JOIN app.document_reviews r ON r.company_id = f.company_id AND r.filing_id = f.id AND r.withdrawn_at IS NULL
    LEFT JOIN app.profiles p ON p.id = f.filed_by LEFT JOIN app.profiles q ON q.id = r.reviewed_by
    WHERE c.id = ${companyId}`.execute(tx);
  const { company, ...review } = rows[0] ?? fail("not-found");
  return { company, review: review.by === null ? undefined : (review as PrintedReview) };
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
