import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import type { CsvMapping } from "#domain/csv-mapping.ts";
import { BrokenSeal } from "../blobs/sealed-stream.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Caller, Tx } from "../db/as-caller.ts";
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
  readonly company_id: string;
  readonly import_id: string;
  readonly user_id: string;
}

/** Of so many companies imports are finished side by side; each has one at a time. */
const COMPANIES_AT_ONCE = 3;

/**
 * Does every import that waits, also those a killed process left in the middle. What comes meanwhile is found as soon as one
 * is done, and the company whose turn is longest ago comes next, so that none waits for all that others have brought.
 */
export async function finishImports(services: ImportWorkDeps, signal: AbortSignal): Promise<void> {
  const tried = new Set<string>();
  const underWay = new Map<string, Promise<void>>();
  const served = new Map<string, number>();
  while (!signal.aborted) {
    const { rows } = await sql<Waiting>`SELECT * FROM app.unfinished_imports()`.execute(services.databases.worker);
    for (const row of inTurn(rows, served)) {
      if (underWay.size >= COMPANIES_AT_ONCE) break;
      if (tried.has(row.import_id) || underWay.has(row.company_id)) continue;
      tried.add(row.import_id);
      served.set(row.company_id, tried.size);
      underWay.set(
        row.company_id,
        finishOne(services, row, signal).finally(() => underWay.delete(row.company_id)),
      );
    }
    if (underWay.size === 0) return;
    await Promise.race([...underWay.values(), setTimeout(1_000, undefined, { ref: false })]);
  }
  await Promise.all(underWay.values());
}

/**
 * The order of turns: who was served longest ago first, who was not served at all before everybody, and of one company the order
 * given. `served`: when each company was, as a number that grows.
 */
export function inTurn<T extends Pick<Waiting, "company_id">>(
  rows: readonly T[],
  served: ReadonlyMap<string, number>,
): T[] {
  const turnOf = ({ company_id }: T) => served.get(company_id) ?? 0;
  return rows.toSorted((one, other) => turnOf(one) - turnOf(other));
}

async function finishOne(services: ImportWorkDeps, row: Waiting, signal: AbortSignal): Promise<void> {
  try {
    await alone(services.databases.workerPool, row.import_id, () => finishImport(services, row, signal));
  } catch (error) {
    // One import that cannot be done now must not keep those behind it waiting.
    services.log.warn({ err: error, import: row.import_id }, "an import failed and will be tried again");
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

async function finishImport(services: ImportWorkDeps, waiting: Waiting, signal: AbortSignal): Promise<void> {
  const { company_id: companyId, import_id: importId } = waiting;
  // They were let in with a second factor where the company asks for one; to go on with it we need none.
  const caller: Caller = { userId: waiting.user_id, companyId, secondFactor: true };
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
