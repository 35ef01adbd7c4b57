import { randomUUID } from "node:crypto";
import { maxReportBytes } from "#contract/evidence.ts";
import { controlOfCheck, getCheck } from "#catalog/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { discardOnFailure, fileOrDiscard, readArtifact, storeArtifact } from "../evidence/artifacts.ts";
import type { StoredArtifact } from "../evidence/artifacts.ts";
import { getCompanyKey } from "../evidence/company-keys.ts";
import { readControlStates } from "../evidence/control-states.ts";
import { fileEvidence } from "../evidence/filing.ts";
import { judgeReportFrom } from "../evidence/judge-report.ts";
import type { JudgedReport } from "../evidence/judged-report.ts";
import { followProgress, presentProgress } from "../evidence/progress.ts";
import { locationOf } from "../evidence/storage.ts";
import { refuse } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { AskingMember, HandlersOf } from "./handlers.ts";

async function getImport(tx: Tx, companyId: string, importId: string) {
  const { rows } = await sql<{
    id: string;
    evidence_id: string;
    created_at: Date;
    state: string;
    step: string;
    done: number;
    total: number;
    failure: string | null;
    number: number;
    file_name: string;
    source: string;
  }>`SELECT i.id, i.evidence_id, i.created_at, i.state, i.step, i.done, i.total, i.failure, e.number, e.file_name, e.source
    FROM app.imports i JOIN app.evidence e ON e.company_id = i.company_id AND e.id = i.evidence_id
    WHERE i.company_id = ${companyId} AND i.id = ${importId}`.execute(tx);
  return rows[0] ?? refuse("not-found");
}

export function importHandlers(services: Services): HandlersOf<"imports"> {
  const { now } = services;
  const present = async (tx: Tx, companyId: string, importId: string) => {
    const row = await getImport(tx, companyId, importId);
    return {
      id: row.id,
      evidenceId: row.evidence_id,
      exhibit: formatExhibitNumber(row.number),
      fileName: row.file_name,
      createdAt: row.created_at.toISOString(),
      progress: presentProgress(row),
      summary: row.state === "done" ? await summaryOf(tx, companyId, row.evidence_id, row.source, now()) : null,
    };
  };
  const fileReport = async (
    tx: Tx,
    caller: AskingMember,
    artifact: StoredArtifact,
    judged: JudgedReport,
    fileName: string,
    idempotencyKey: string | null,
  ) => {
    const key = await getCompanyKey(tx, services.keys, caller.companyId);
    const [filed] = await fileEvidence(tx, key, [
      {
        ...artifact,
        artifactKey: artifact.key,
        name: `${judged.tool} report, ${fileName}`,
        type: "Report",
        controls: judged.controls,
        source: judged.source,
        collector: `Import of ${judged.formatName}`,
        collectedAt: judged.observedAt,
        fileName,
        idempotencyKey,
      },
    ]);
    const { id, repeated } = filed!;
    const row = await tx
      .insertInto("app.imports")
      .values({
        company_id: caller.companyId,
        id: randomUUID(),
        evidence_id: id,
        format: judged.format,
        requested_by: caller.userId,
        total: judged.findings.length,
        step: "Waiting to be read",
      })
      .onConflict((conflict) => conflict.columns(["company_id", "evidence_id"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row) return { answer: row.id, repeated };
    const earlier = await tx
      .selectFrom("app.imports")
      .select("id")
      .where("company_id", "=", caller.companyId)
      .where("evidence_id", "=", id)
      .executeTakeFirst();
    return { answer: earlier?.id ?? refuse("idempotency-conflict"), repeated };
  };
  return {
    create: async ({ input, within, caller, body, idempotencyKey }) => {
      const location = await within((tx) => locationOf(tx, caller.companyId));
      const store = services.blobs(location);
      const limit = { bytes: maxReportBytes, refusal: "report-too-large" } as const;
      const artifact = await storeArtifact(store, caller.companyId, now(), body, limit);
      const stored = { ...artifact, companyId: caller.companyId, artifactId: artifact.id };
      // Read back from the store and not kept from the request: what is judged is what was sealed.
      const judged = await discardOnFailure(
        store,
        artifact,
        async () =>
          (await judgeReportFrom(() => readArtifact(store, stored), now())) ?? refuse("import-not-recognised"),
      );
      const importId = await fileOrDiscard(store, artifact, () =>
        within((tx) => fileReport(tx, caller, artifact, judged, input.fileName, idempotencyKey)),
      );
      services.jobs.wake("imports");
      return await within((tx) => present(tx, caller.companyId, importId));
    },
    get: ({ input, tx }) => present(tx, input.companyId, input.importId),
    progress: ({ input, within, caller, request }) =>
      followProgress(() => within((tx) => getImport(tx, caller.companyId, input.importId)), request.signal),
  };
}

async function summaryOf(tx: Tx, companyId: string, evidenceId: string, tool: string, now: Date) {
  const { rows: counts } = await sql<{ findings: number; mapped: number }>`SELECT count(*) AS findings,
    count(*) FILTER (WHERE check_ids <> '{}') AS mapped FROM app.findings
    WHERE company_id = ${companyId} AND evidence_id = ${evidenceId}`.execute(tx);
  const checks = await tx
    .selectFrom("app.check_results")
    .select(["check_id", "outcome", "reason"])
    .where("company_id", "=", companyId)
    .where("evidence_id", "=", evidenceId)
    .orderBy("check_id")
    .execute();
  const touched = new Set(checks.map((check) => controlOfCheck(check.check_id).id));
  const states = (await readControlStates(tx, companyId, now)).filter((state) => touched.has(state.control.id));
  return {
    tool,
    findings: counts[0]?.findings ?? 0,
    mapped: counts[0]?.mapped ?? 0,
    checks: checks.map((check) => {
      return {
        checkId: check.check_id,
        title: getCheck(check.check_id).title,
        controlId: controlOfCheck(check.check_id).id,
        outcome: check.outcome as "pass" | "fail" | "unknown" | "not applicable",
        reason: check.reason,
      };
    }),
    controls: states.map((state) => ({
      controlId: state.control.id,
      title: state.control.title,
      status: state.status,
      reason: state.reason,
    })),
  };
}
