import { createHash } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";
import type { CsvMapping } from "#domain/csv-mapping.ts";
import { BrokenSeal } from "../blobs/sealed-stream.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Caller, Tx } from "../db/as-caller.ts";
import { recordAct } from "../ledger/record-act.ts";
import { refuse, Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { MissingBlob } from "./artifacts.ts";
import { judgeReportFrom } from "./judge-report.ts";
import type { JudgedReport } from "./judged-report.ts";
import { getItem, openItem } from "./open-item.ts";

const BATCH = 500;

/** Does every import that waits, also those a killed process left in the middle. */
export async function finishImports(services: Services, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ company_id: string; import_id: string; user_id: string }>`
    SELECT * FROM app.unfinished_imports()`.execute(services.databases.worker);
  for (const row of rows) {
    if (signal.aborted) return;
    try {
      await alone(services.databases.workerPool, row.import_id, () =>
        finishImport(
          services,
          { userId: row.user_id, companyId: row.company_id },
          row.company_id,
          row.import_id,
          signal,
        ),
      );
    } catch (error) {
      // One import that cannot be done now must not keep those behind it waiting.
      services.log.warn({ err: error, import: row.import_id }, "an import failed and will be tried again");
    }
  }
}

/** Runs `work` unless another process is at it. The lock lives with the connection, so it dies with the process. */
async function alone(pool: pg.Pool, id: string, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended($1, 2004)) AS locked",
      [id],
    );
    if (!rows[0]!.locked) return;
    try {
      await work();
    } finally {
      await client.query("SELECT pg_advisory_unlock(hashtextextended($1, 2004))", [id]);
    }
  } finally {
    client.release();
  }
}

async function finishImport(
  services: Services,
  caller: Caller,
  companyId: string,
  importId: string,
  signal: AbortSignal,
): Promise<void> {
  const within = <T>(work: (tx: Tx) => Promise<T>) => asCaller(services.databases.user, caller, work);
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
      // Someone who is no longer a member has no rows any more; what they started stays as they left it.
      if (!row || row.state === "done" || row.state === "failed") return undefined;
      const item = await getItem(tx, companyId, row.evidence_id);
      return { item, mapping: row.mapping, bytes: await openItem(services, tx, companyId, item) };
    });
    if (!found) return;
    const evidenceId = found.item.id;
    const mapping = (found.mapping ?? undefined) as CsvMapping | undefined;
    const judgement = await judgeReportFrom(() => found.bytes, found.item.filed_at, mapping);
    if (!judgement.ok) return refuse(judgement.failure);
    const { judged } = judgement;
    const total = judged.findings.length;
    await report({ state: "working", step: "Reading findings", done: 0, total });
    for (let from = 0; from < total; from += BATCH) {
      // What a stopping process leaves is found by the next one, and done over without adding anything twice.
      if (signal.aborted) return;
      await within((tx) => insertFindings(tx, companyId, evidenceId, judged, from));
      await report({ done: Math.min(total, from + BATCH) });
    }
    await within(async (tx) => {
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
      await tx
        .updateTable("app.imports")
        .set({ state: "done", step: "Complete", done: total, total, finished_at: services.now() })
        .where("company_id", "=", companyId)
        .where("id", "=", importId)
        .execute();
    });
  } catch (error) {
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
  judged: JudgedReport,
  from: number,
): Promise<void> {
  const rows = judged.findings.slice(from, from + BATCH).map((finding, index) => ({
    company_id: companyId,
    evidence_id: evidenceId,
    seq: from + index,
    tool: judged.source,
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

async function insertVerdicts(tx: Tx, companyId: string, evidenceId: string, judged: JudgedReport): Promise<void> {
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
