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
import type { Keys } from "../keys/keys.ts";
import { recordAct } from "../ledger/record-act.ts";
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
}

/** An import that is to be finished, as whoever sent it. */
interface Waiting {
  readonly companyId: string;
  readonly importId: string;
  readonly userId: string;
}

/**
 * Files the findings of a report, judges it, and says so in the ledger; what cannot be read is failed. Done over, it adds
 * nothing twice.
 */
export async function finishImport(deps: FinishDeps, waiting: Waiting, signal: AbortSignal): Promise<void> {
  const { companyId, importId, userId } = waiting;
  // They were let in with a second factor where the company asks for one; to go on with it we need none.
  const caller: Caller = { userId, companyId, secondFactor: true };
  const within = <T>(work: (tx: Tx) => Promise<T>) => asCaller(deps.databases.user, caller, work);
  if (await endIfAbandoned(deps.databases.worker, companyId, importId, deps.now())) return;
  const report = (change: {
    state?: string;
    step?: string;
    done?: number;
    total?: number;
    failure?: string;
    finished_at?: Date;
  }) =>
    within((tx) =>
      tx
        .updateTable("app.imports")
        .set(change)
        .where("company_id", "=", companyId)
        .where("id", "=", importId)
        .execute(),
    );
  try {
    const found = await within(async (tx) => {
      const row = await tx
        .selectFrom("app.imports")
        .select(["evidence_id", "state", "mapping", "target"])
        .where("company_id", "=", companyId)
        .where("id", "=", importId)
        .executeTakeFirst();
      // Whose rights end in this moment has no rows any more; the next time round it is seen at the start.
      if (!row || row.state === "done" || row.state === "failed") return undefined;
      const item = await getItem(tx, companyId, row.evidence_id);
      return { item, ...row, bytes: await openItem(deps, tx, companyId, item) };
    });
    if (!found) return;
    const evidenceId = found.item.id;
    const mapping = (found.mapping ?? undefined) as CsvMapping | undefined;
    const keep = async (reading: Reading) => {
      if (!reading.ok) return fail(reading.failure);
      const { judged } = reading;
      const { total } = judged;
      await report({ state: "working", step: "Reading findings", done: 0, total });
      let done = 0;
      for await (const piece of reading.findings()) {
        // What a stopping process leaves is found by the next one, and done over without adding anything twice.
        if (signal.aborted) return undefined;
        await within((tx) => insertFindings(tx, companyId, evidenceId, judged.source, piece, done));
        done += piece.length;
        await report({ done });
      }
      return judged;
    };
    const judged = await deps.readers.read(
      {
        lane: companyId,
        size: found.item.size,
        open: () => found.bytes,
        receivedAt: found.item.filed_at,
        target: found.target,
        mapping,
        signal,
      },
      keep,
    );
    if (!judged) return;
    const { total } = judged;
    await within(async (tx) => {
      // A worker that was believed dead may end at the same time: one of the two writes what came of it.
      const open = await tx
        .updateTable("app.imports")
        .set({
          state: "done",
          step: "Complete",
          done: total,
          total,
          finished_at: deps.now(),
          rules_version: rulesVersion,
        })
        .where("company_id", "=", companyId)
        .where("id", "=", importId)
        .where("state", "in", ["waiting", "working"])
        .returning("id")
        .executeTakeFirst();
      if (!open) return;
      await insertVerdicts(tx, companyId, evidenceId, judged);
      const digest = createHash("sha256").update(JSON.stringify(judged.verdicts)).digest("hex");
      await recordAct(tx, caller, "import.judged", {
        subject: evidenceId,
        details: {
          findings: total,
          tool: judged.source,
          verdicts: judged.verdicts.map((one) => `${partName(one)}: ${one.outcome}`),
          verdictsSha256: digest,
        },
      });
    });
  } catch (error) {
    if (signal.aborted) return;
    // A refusal and a broken seal stay what they are; anything else may be better the next time round.
    const damaged = error instanceof BrokenSeal || error instanceof MissingBlob;
    if (!damaged && !(error instanceof AppError)) throw error;
    const failure = error instanceof AppError ? error.failure : "evidence-damaged";
    await within(async (tx) => {
      const failed = await tx
        .updateTable("app.imports")
        .set({ state: "failed", failure, finished_at: deps.now() })
        .where("company_id", "=", companyId)
        .where("id", "=", importId)
        .returning("evidence_id")
        .executeTakeFirst();
      // Whoever is no longer a member leaves no trace in a ledger they cannot see.
      if (failed) await recordAct(tx, caller, "import.failed", { subject: failed.evidence_id, details: { failure } });
    });
  }
}
