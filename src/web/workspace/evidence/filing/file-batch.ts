import { failures } from "#contract/failures.ts";
import { usualPeriod } from "#domain/documents/document-state.ts";
import { api, client, queryClient } from "#web/api.ts";
import { AppError } from "#web/app-error.ts";
import { newUploadKey } from "#web/upload.ts";
import type { ExpectedDocument } from "../../documents/documents.ts";
import type { EvidenceItem } from "../evidence.ts";
import { fileUpload, sendFile } from "#web/send-file.ts";
import type { FilingFacts } from "#web/send-file.ts";
import type { Added } from "./batch.ts";
import { batchOf, changeRow, changeRows, removeRows, setBatch } from "./batch.ts";
import { isLinked } from "./filing-row.ts";
import type { FilingRow } from "./filing-row.ts";
import { prepareRows } from "./prepare-rows.ts";
import { needsAccount, readLinked } from "./read-linked.ts";

/** What stops the row that is on its way, by company. */
const underWay = new Map<string, { readonly key: string; readonly stop: AbortController }>();
const cancelled = new Set<string>();

/**
 * Files these rows, one after the other so that numbers keep their order. What could not be filed stays with its reason and stops none
 * of the others; a row whose item could not be filed as its document stays, too, and only that is tried again.
 */
export async function fileRows(
  companyId: string,
  keys: readonly string[],
  documents: readonly ExpectedDocument[],
): Promise<void> {
  if (batchOf(companyId).filing) return;
  cancelled.delete(companyId);
  setBatch(companyId, { filing: true });
  for (const key of keys) {
    if (cancelled.has(companyId)) break;
    const row = batchOf(companyId).rows.find((waiting) => waiting.key === key);
    if (row) await fileRow(companyId, row, documents);
  }
  setBatch(companyId, { filing: false });
  for (const queryKey of [api.evidence, api.controls, api.documents, api.projects, api.companies.overview].map((noun) =>
    noun.key(),
  ))
    void queryClient.invalidateQueries({ queryKey });
}

/** Stops filing: what was filed stays, and the file on its way is given up. */
export function stopFiling(companyId: string) {
  cancelled.add(companyId);
  underWay.get(companyId)?.stop.abort(new Error("given up"));
}

/** Takes rows out of the table; one that is on its way is given up. */
export function skipRows(companyId: string, keys: ReadonlySet<string>) {
  const now = underWay.get(companyId);
  if (now && keys.has(now.key)) now.stop.abort(new Error("given up"));
  removeRows(companyId, keys);
}

/** Puts rows back that were filed and withdrawn again, as new ones: a key files one item for good. */
export function putBack(companyId: string, undone: readonly Added[]) {
  const withdrawn = new Set(undone.map(({ item }) => item.exhibit));
  const isOnFile = ({ exhibit }: { readonly exhibit: string }) => !withdrawn.has(exhibit);
  const again = undone.map(({ row }) => ({
    ...row,
    same: row.same.filter(isOnFile),
    key: newUploadKey(),
    state: "waiting" as const,
    sent: 0,
    item: undefined,
    problem: undefined,
    // What was read by a link was used up, and is read again.
    ...(isLinked(row.file) && { upload: undefined, reading: true }),
  }));
  const others = batchOf(companyId).rows.map((row) => ({ ...row, same: row.same.filter(isOnFile) }));
  const added = batchOf(companyId).added.filter((item) => !undone.includes(item));
  setBatch(companyId, { rows: [...again, ...others], added });
  void prepareRows(
    companyId,
    again.filter(({ file }) => isLinked(file)).map(({ key }) => key),
  );
}

async function fileRow(companyId: string, row: FilingRow, documents: readonly ExpectedDocument[]): Promise<void> {
  const { key } = row;
  const stop = new AbortController();
  underWay.set(companyId, { key, stop });
  changeRow(companyId, key, (now) => ({ ...now, state: "sending", sent: 0, problem: undefined }));
  try {
    const item = row.item ?? (await send(companyId, row, stop.signal));
    changeRow(companyId, key, (now) => ({ ...now, item }));
    const document = row.matter ? undefined : documents.find(({ id }) => id === row.document);
    if (document) {
      const period = usualPeriod(document, row.date);
      const { controlId, id: documentId } = document;
      await client.documents
        .file({ companyId, controlId, documentId, evidenceId: item.id, ...period })
        .catch(unlessFiled);
    }
    setBatch(companyId, { added: [...batchOf(companyId).added, { row, item }] });
    removeRows(companyId, new Set([key]));
    sayFiled(companyId, row, item);
  } catch (error) {
    const isStopped = stop.signal.aborted;
    const known = error instanceof AppError ? error : undefined;
    const problem = isStopped ? undefined : (known?.message ?? failures.unexpected.message);
    const connect = known && isLinked(row.file) && needsAccount(known) ? row.file.source : undefined;
    changeRow(companyId, key, (now) => ({ ...now, state: isStopped ? "waiting" : "failed", problem, connect }));
  } finally {
    underWay.delete(companyId);
  }
}

/** Rows with the same content hear that it is on file now. */
function sayFiled(companyId: string, { sha256 }: FilingRow, item: EvidenceItem) {
  const { rows } = batchOf(companyId);
  const twins = new Set(rows.flatMap((row) => (sha256 !== undefined && row.sha256 === sha256 ? row.key : [])));
  if (twins.size > 0) changeRows(companyId, twins, (row) => ({ ...row, same: [item, ...row.same] }));
}

/** An answer that was lost on the way had filed it. */
function unlessFiled(error: unknown) {
  if (!(error instanceof AppError) || error.code !== "already-filed-as") throw error;
}

async function send(companyId: string, row: FilingRow, signal: AbortSignal) {
  const { key, file, name, type, controls, matter, sha256 } = row;
  const facts: FilingFacts = {
    type: type || "Document",
    controls: controls.join(","),
    ...(matter && { matter }),
    ...(row.unreadable && row.agreed.includes("unreadable") && { fileAnyway: "1" as const }),
  };
  const reports = {
    onProgress: (sent: number) => changeRow(companyId, key, (now) => ({ ...now, state: "sending", sent })),
    onBroken: () => changeRow(companyId, key, (now) => ({ ...now, state: "broken" })),
    signal,
  };
  if (!isLinked(file)) return await sendFile({ companyId, file, name, key, sha256 }, facts, reports);
  const fileIt = (upload: string, hash?: string) =>
    fileUpload({ companyId, name, key, sha256: hash, fileName: file.name }, upload, facts, reports);
  const read = () => readLinked(companyId, key, file, signal);
  if (row.upload === undefined) return await fileIt(await read());
  return await fileIt(row.upload, sha256).catch(async (error: unknown) => {
    // What was read is kept for some hours alone.
    if (!(error instanceof AppError) || error.code !== "upload-gone") throw error;
    return await fileIt(await read());
  });
}
