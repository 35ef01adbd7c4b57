import { parentPort, workerData } from "node:worker_threads";
import { findControl } from "#catalog/index.ts";
import { findPrinted } from "#catalog/printed/index.ts";
import { findSealed } from "#catalog/registers/index.ts";
import { noNames } from "#domain/printed/cells.ts";
import { drawDocument } from "#domain/printed/draw.ts";
import type { SnapshotManifest, SnapshotPage } from "#domain/registers/snapshot.ts";
import { documentBytes } from "../policies/documents/document-bytes.ts";
import type { DocumentFormat } from "../policies/documents/document-bytes.ts";
import type { PrintedText } from "../policies/documents/printed-policy.ts";
import { namesOf } from "./names.ts";
import type { HeldNames } from "./names.ts";
import { printedText } from "./printed-text.ts";
import type { PrintedReview } from "./printed-text.ts";
import type { SealedTexts } from "./read-snapshot.ts";

/** A document of registers that is printed: what was sealed is still text, and is read where it is drawn. */
export interface PrintTask {
  readonly format: DocumentFormat;
  readonly documentId: string;
  readonly title: string;
  readonly validForDays: number;
  readonly company: string;
  readonly takenAt: Date;
  readonly review: PrintedReview | undefined;
  readonly sealed: SealedTexts;
  /** Undefined for those who read salted hashes. */
  readonly names: HeldNames | undefined;
}

// A thread of its own: a register of 10,000 rows is read, drawn and printed for seconds.
const task = workerData as PrintTask;
const made = await documentBytes(task.format, drawnText(task));
parentPort!.postMessage(made, "bytes" in made ? [made.bytes.buffer as ArrayBuffer] : []);

/** Nothing of what it is drawn from is held while it is printed. */
function drawnText({
  documentId,
  title,
  validForDays,
  company,
  takenAt,
  review,
  sealed,
  names,
}: PrintTask): PrintedText {
  const pages = sealed.pages.map((content) => JSON.parse(content) as SnapshotPage);
  const from = { ...sealed, manifest: JSON.parse(sealed.manifest) as SnapshotManifest, pages };
  const declared = {
    title,
    validForDays,
    register: findSealed,
    controlTitle: (id: string) => findControl(id)?.title,
  };
  const drawn = drawDocument(findPrinted(documentId)!, from, declared, names ? namesOf(names, pages) : noNames);
  return printedText(drawn, company, sealed.exhibit, takenAt, review);
}
