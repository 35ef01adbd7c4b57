import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { CsvMapping } from "#domain/csv-mapping.ts";
import { BrokenSeal } from "../blobs/sealed-stream.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Caller, Tx } from "../db/as-caller.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import { recordAct } from "../ledger/record-act.ts";
import { refuse, Refusal } from "../refusal.ts";
import { endIfAbandoned } from "./abandoned-import.ts";
import { MissingBlob } from "../blobs/artifacts.ts";
import type { ImportWorkDeps } from "./import-work-deps.ts";
import type { JudgedFinding } from "../reading/judged-report.ts";
import type { ReadReport } from "../reading/messages.ts";
import type { Reading } from "../reading/report-readers.ts";
import { getItem, openItem } from "../evidence/open-item.ts";

interface Waiting {
  readonly companyId: string;
  readonly importId: string;
  readonly userId: string;
}

/** An import that could not be finished is tried again after so long, in milliseconds. */
const AGAIN_MS = 5_000;

/**
 * Finishes an import, also one that a killed process left in the middle. Of one company one is finished at a time, company after
 * company, so that none waits for all that others have brought.
 */
export function importJobs(services: ImportWorkDeps): JobHandler {
  const { databases, now } = services;
  return async ({ companyId, key: importId }, signal) => {
    if (companyId === undefined) return;
    const findUser = async () => {
      const { rows } = await sql<{
        user_id: string | null;
      }>`SELECT app.unfinished_import(${companyId}, ${importId}) AS user_id`.execute(databases.worker);
      return rows[0]?.user_id ?? undefined;
    };
    const userId = await findUser();
    if (userId === undefined) return;
    await finishImport(services, { companyId, importId, userId }, signal);
    // Nobody's rights were left to finish it with: that is seen at the start of the next try.
    if ((await findUser()) !== undefined) return { next: new Date(now().getTime() + AGAIN_MS) };
  };
}

async function finishImport(services: ImportWorkDeps, waiting: Waiting, signal: AbortSignal): Promise<void> {
  const { companyId, importId, userId } = waiting;
  // They were let in with a second factor where the company asks for one; to go on with it we need none.
  const caller: Caller = { userId, companyId, secondFactor: true };
  const within = <T>(work: (tx: Tx) => Promise<T>) => asCaller(services.databases.user, caller, work);
  if (await endIfAbandoned(services.databases.worker, companyId, importId, services.now())) return;
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
        .select(["evidence_id", "state", "mapping"])
        .where("company_id", "=", companyId)
        .where("id", "=", importId)
        .executeTakeFirst();
      // Whose rights end in this moment has no rows any more; the next time round it is seen at the start.
      if (!row || row.state === "done" || row.state === "failed") return undefined;
      const item = await getItem(tx, companyId, row.evidence_id);
      return { item, mapping: row.mapping, bytes: await openItem(services, tx, companyId, item) };
    });
    if (!found) return;
    const evidenceId = found.item.id;
    const mapping = (found.mapping ?? undefined) as CsvMapping | undefined;
    const keep = async (reading: Reading) => {
      if (!reading.ok) return refuse(reading.failure);
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
    const judged = await services.readers.read(
      {
        lane: companyId,
        size: found.item.size,
        open: () => found.bytes,
        receivedAt: found.item.filed_at,
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
        .set({ state: "done", step: "Complete", done: total, total, finished_at: services.now() })
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
          verdicts: judged.verdicts.map((one) => `${one.checkId}: ${one.outcome}`),
          verdictsSha256: digest,
        },
      });
    });
  } catch (error) {
    if (signal.aborted) return;
    // A refusal and a broken seal stay what they are; anything else may be better the next time round.
    const damaged = error instanceof BrokenSeal || error instanceof MissingBlob;
    if (!damaged && !(error instanceof Refusal)) throw error;
    const failure = error instanceof Refusal ? error.failure : "evidence-damaged";
    await within(async (tx) => {
      const failed = await tx
        .updateTable("app.imports")
        .set({ state: "failed", failure, finished_at: services.now() })
        .where("company_id", "=", companyId)
        .where("id", "=", importId)
        .returning("evidence_id")
        .executeTakeFirst();
      // Whoever is no longer a member leaves no trace in a ledger they cannot see.
      if (failed) await recordAct(tx, caller, "import.failed", { subject: failed.evidence_id, details: { failure } });
    });
  }
}

/** Findings carry their position in the file as their key, so that doing it again adds nothing. */
async function insertFindings(
  tx: Tx,
  companyId: string,
  evidenceId: string,
  source: string,
  findings: readonly JudgedFinding[],
  from: number,
): Promise<void> {
  const rows = findings.map((finding, index) => ({
    company_id: companyId,
    evidence_id: evidenceId,
    seq: from + index,
    tool: source,
    rule: finding.rule,
    title: finding.title,
    outcome: finding.outcome,
    suppressed: finding.suppressed,
    severity: finding.severity,
    resource: finding.resource,
    message: finding.message,
    check_ids: [...finding.checkIds],
  }));
  await tx
    .insertInto("app.findings")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function insertVerdicts(tx: Tx, companyId: string, evidenceId: string, judged: ReadReport): Promise<void> {
  if (judged.verdicts.length === 0) return;
  const rows = judged.verdicts.map((verdict) => ({
    company_id: companyId,
    evidence_id: evidenceId,
    check_id: verdict.checkId,
    check_version: verdict.version,
    source: judged.source,
    outcome: verdict.outcome,
    reason: verdict.reason,
    observed_at: judged.observedAt,
    valid_until: verdict.validUntil,
  }));
  await tx
    .insertInto("app.check_results")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
