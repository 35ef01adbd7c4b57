import { createHash } from "node:crypto";
import { rulesVersion } from "#catalog/finding-rules/rule-sets.ts";
import type { CsvMapping } from "#domain/csv-mapping.ts";
import { partName } from "#domain/verdict.ts";
import { MissingBlob } from "../blobs/artifacts.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { BrokenSeal } from "../blobs/sealed-stream.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Caller, Tx } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import { getItem, openItem } from "../evidence/open-item.ts";
import type { JudgeFile } from "../judge/judge-file.ts";
import type { Keys } from "../keys/keys.ts";
import { recordAct } from "../ledger/record-act.ts";
import type { ReadReport } from "../reading/messages.ts";
import type { Reading, ReportReaders } from "../reading/report-readers.ts";
import { fail, AppError } from "../app-error.ts";
import { endIfAbandoned } from "./abandoned-import.ts";
import { insertFindings, insertVerdicts } from "./insert-findings.ts";

/** What finishing imports needs. */
export interface FinishDeps {
  readonly databases: Pick<Databases, "user" | "worker">;
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly keys: Keys;
  readonly readers: ReportReaders;
  readonly now: () => Date;
  /** The judge whose sources judge reports; without it their verdicts name none. */
  readonly judge?: Pick<JudgeFile, "sha256"> | undefined;
}

/** An import that is to be finished, as whoever sent it. */
interface Waiting {
  readonly companyId: string;
  readonly importId: string;
  readonly userId: string;
}

/** Work on the import in the name of the person who sent it. */
interface Import extends Waiting {
  readonly caller: Caller;
  within<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/**
 * Files the findings of a report, judges it, and says so in the ledger; what cannot be read is failed. Done over, it adds
 * nothing twice.
 */
export async function finishImport(deps: FinishDeps, waiting: Waiting, signal: AbortSignal): Promise<void> {
  const { companyId, importId, userId } = waiting;
  // They were let in with a second factor where the company asks for one; to go on with it we need none.
  const caller: Caller = { userId, companyId, secondFactor: true };
  const running: Import = { ...waiting, caller, within: (work) => asCaller(deps.databases.user, caller, work) };
  if (await endIfAbandoned(deps.databases.worker, companyId, importId, deps.now())) return;
  try {
    const report = await openReport(deps, running);
    if (!report) return;
    const judged = await deps.readers.read(
      {
        lane: companyId,
        size: report.item.size,
        open: () => report.bytes,
        receivedAt: report.item.filed_at,
        target: report.target,
        mapping: (report.mapping ?? undefined) as CsvMapping | undefined,
        signal,
      },
      (reading) => fileFindings(running, report.item.id, reading, signal),
    );
    if (judged)
      await fileVerdicts(running, report.item.id, judged, { now: deps.now(), judge: deps.judge?.sha256 ?? null });
  } catch (error) {
    if (signal.aborted) return;
    // A refusal and a broken seal stay what they are; anything else may be better the next time round.
    const damaged = error instanceof BrokenSeal || error instanceof MissingBlob;
    if (!damaged && !(error instanceof AppError)) throw error;
    await fileFailure(running, error instanceof AppError ? error.failure : "evidence-damaged", deps.now());
  }
}

/** The report of an import that is still to be finished, its bytes included. */
function openReport(deps: FinishDeps, { companyId, importId, within }: Import) {
  return within(async (tx) => {
    const row = await tx
      .selectFrom("app.imports")
      .select(["evidence_id", "state", "mapping", "target"])
      .where("company_id", "=", companyId)
      .where("id", "=", importId)
      .executeTakeFirst();
    // A person whose rights end in this moment has no rows any more; the next time round it is seen at the start.
    if (!row || row.state === "done" || row.state === "failed") return undefined;
    const item = await getItem(tx, companyId, row.evidence_id);
    return { item, ...row, bytes: await openItem(deps, tx, companyId, item) };
  });
}

/** Files what a report found, in pieces, and answers what it was judged as; undefined where `signal` ended it. Throws its failure. */
async function fileFindings(item: Import, evidenceId: string, reading: Reading, signal: AbortSignal) {
  if (!reading.ok) return fail(reading.failure);
  const { judged } = reading;
  const { total } = judged;
  await report(item, { state: "working", step: "Reading findings", done: 0, total });
  let done = 0;
  for await (const piece of reading.findings()) {
    // What a stopping process leaves is found by the next one, and done over without adding anything twice.
    if (signal.aborted) return undefined;
    await item.within((tx) => insertFindings(tx, item.companyId, evidenceId, judged.source, piece, done));
    done += piece.length;
    await report(item, { done });
  }
  return judged;
}

/** How far the import is. */
function report(
  { companyId, importId, within }: Import,
  progress: { state?: string; step?: string; done: number; total?: number },
) {
  return within((tx) =>
    tx
      .updateTable("app.imports")
      .set(progress)
      .where("company_id", "=", companyId)
      .where("id", "=", importId)
      .execute(),
  );
}

/** Files what the report says about checks, and ends the import. */
function fileVerdicts(
  item: Import,
  evidenceId: string,
  judged: ReadReport,
  { now, judge }: { readonly now: Date; readonly judge: string | null },
): Promise<void> {
  const { companyId, importId, caller } = item;
  const { total } = judged;
  return item.within(async (tx) => {
    // A worker that was believed dead may end at the same time: one of the two writes what came of it.
    const open = await tx
      .updateTable("app.imports")
      .set({ state: "done", step: "Complete", done: total, total, finished_at: now, rules_version: rulesVersion })
      .where("company_id", "=", companyId)
      .where("id", "=", importId)
      .where("state", "in", ["waiting", "working"])
      .returning("id")
      .executeTakeFirst();
    if (!open) return;
    await insertVerdicts(tx, { companyId, evidenceId, judge }, judged);
    const digest = createHash("sha256").update(JSON.stringify(judged.verdicts)).digest("hex");
    await recordAct(tx, caller, "import.judged", {
      subject: evidenceId,
      details: {
        findings: total,
        tool: judged.source,
        verdicts: judged.verdicts.map((verdict) => `${partName(verdict)}: ${verdict.outcome}`),
        verdictsSha256: digest,
        ...(judge !== null && { judge }),
      },
    });
  });
}

/** Ends the import by why it failed. */
function fileFailure({ companyId, importId, caller, within }: Import, failure: string, now: Date): Promise<void> {
  return within(async (tx) => {
    const failed = await tx
      .updateTable("app.imports")
      .set({ state: "failed", failure, finished_at: now })
      .where("company_id", "=", companyId)
      .where("id", "=", importId)
      .returning("evidence_id")
      .executeTakeFirst();
    // A person who is no longer a member leaves no trace in a ledger they cannot see.
    if (failed) await recordAct(tx, caller, "import.failed", { subject: failed.evidence_id, details: { failure } });
  });
}
