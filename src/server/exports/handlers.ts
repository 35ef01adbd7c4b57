import { randomUUID } from "node:crypto";
import type { FailureName } from "#contract/failures.ts";
import { exportSteps } from "#domain/export-run.ts";
import { BrokenSeal } from "../blobs/sealed-stream.ts";
import type { BundlePlan } from "../bundle/bundle-plan.ts";
import {
  fileNameOf,
  getExport,
  insertExport,
  listExports,
  moveExport,
  presentExport,
  standingOf,
} from "./export-rows.ts";
import type { ExportRow } from "./export-rows.ts";
import { pushToPull, ReaderLeft } from "../bundle/push-to-pull.ts";
import { sealManifest } from "../bundle/seal-manifest.ts";
import { writeAssessmentResults, writeBundle } from "../bundle/write-bundle.ts";
import type { BundleDeps, ReportProgress } from "../bundle/write-bundle.ts";
import type { Tx } from "../db/as-caller.ts";
import { MissingBlob } from "../blobs/artifacts.ts";
import { followProgress } from "../jobs/progress.ts";
import { getProject, listProjects } from "../projects/projects.ts";
import { checkpointOfSize, newestCheckpoint } from "../ledger/checkpoints.ts";
import { lossesOf } from "../ledger/losses.ts";
import type { LedgerSigner } from "../ledger/ledger-signer.ts";
import { withoutPrivilege } from "../db/without-privilege.ts";
import type { Within } from "../db/without-privilege.ts";
import { refuse, Refusal } from "../refusal.ts";
import { findPeople } from "../activity/record.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

interface Deps extends BundleDeps {
  readonly now: () => Date;
}

function failureOf(error: unknown): FailureName {
  if (error instanceof ReaderLeft) return "export-interrupted";
  if (error instanceof Refusal) return error.failure;
  return error instanceof BrokenSeal || error instanceof MissingBlob ? "evidence-damaged" : "unexpected";
}

async function namesFor(tx: Tx, companyId: string) {
  const [people, projects] = [await findPeople(tx), await listProjects(tx, companyId)];
  const byId = (rows: readonly { readonly id: string; readonly name: string }[]) =>
    new Map(rows.map(({ id, name }) => [id, name]));
  return { people: byId(people), projects: byId(projects) };
}

async function planOf(tx: Tx, signer: LedgerSigner, companyId: string, row: ExportRow): Promise<BundlePlan> {
  const company = await tx
    .selectFrom("app.companies")
    .select("name")
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  const head = await checkpointOfSize(tx, signer, companyId, row.ledger_size);
  const project = row.project_id === null ? undefined : await getProject(tx, companyId, row.project_id);
  const losses = (await lossesOf(tx, companyId)).filter(({ index }) => index < head.size);
  return {
    head,
    losses,
    project,
    companyId,
    companyName: company.name,
    days: {
      ...(row.collected_from !== null && { from: row.collected_from }),
      ...(row.collected_to !== null && { to: row.collected_to }),
    },
    issuedAt: row.created_at,
    id: row.id,
    number: `CR-${row.id.slice(0, 8)}`,
  };
}

export function exportHandlers(services: Deps): HandlersOf<"exports"> {
  const { signer, now } = services;
  return {
    list: async ({ input, tx }) => {
      const names = await namesFor(tx, input.companyId);
      return (await listExports(tx, input.companyId)).map((row) => presentExport(row, names, now()));
    },
    create: async ({ input, caller, tx }) => {
      const { projectId, format, from, to } = input;
      if (projectId !== undefined) await getProject(tx, caller.companyId, projectId);
      const head = await newestCheckpoint(tx, signer, caller.companyId);
      const row = await insertExport(tx, {
        companyId: caller.companyId,
        id: randomUUID(),
        projectId,
        userId: caller.userId,
        at: now(),
        ledgerSize: head.size,
        format,
        from,
        to,
        step: exportSteps.waiting,
      });
      const details = { ledgerSize: head.size, project: projectId ?? null, format };
      const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
      return {
        answer: presentExport(row, await namesFor(tx, caller.companyId), now()),
        entry: { subject: row.id, details: { ...details, ...days } },
      };
    },
    cancel: async ({ input, caller, tx }) => {
      const one = { companyId: caller.companyId, exportId: input.exportId, at: now() };
      const row = await getExport(tx, one.companyId, one.exportId);
      if (row.requested_by !== caller.userId) refuse("forbidden");
      const change = { state: "cancelled", finished_at: one.at } as const;
      const moved = await moveExport(tx, one, ["waiting", "working"], change);
      return {
        answer: presentExport(moved ?? refuse("export-ended"), await namesFor(tx, one.companyId), now()),
        entry: { subject: row.id, details: {} },
      };
    },
    progress: ({ input, within, request, caller }) =>
      followProgress(
        () => within(async (tx) => standingOf(await getExport(tx, caller.companyId, input.exportId), now())),
        request.signal,
      ),
    bundle: async ({ input, within: asCaller, caller }) => {
      const within: Within = withoutPrivilege(asCaller);
      const one = { companyId: caller.companyId, exportId: input.exportId };
      const move = (from: Parameters<typeof moveExport>[2], change: Parameters<typeof moveExport>[3]) =>
        within((tx) => moveExport(tx, { ...one, at: now() }, from, change));
      const plan = await within(async (tx) => {
        const row = await getExport(tx, one.companyId, one.exportId);
        // What a bundle holds depends on what its reader may see, so it is made for the one who asked.
        if (row.requested_by !== caller.userId) refuse("forbidden");
        if (row.state === "cancelled") refuse("export-cancelled");
        if (standingOf(row, now()).failure === "export-expired") refuse("export-expired");
        return await planOf(tx, signer, one.companyId, row);
      });
      // Handed out once, so that its hash stays that of one file; who was interrupted may begin again.
      const begun = { state: "working", failure: null, finished_at: null } as const;
      const row = (await move(["waiting", "failed"], begun)) ?? refuse("export-ended");
      const report: ReportProgress = async (step, done, total) => {
        if (!(await move(["working"], { state: "working", step, done, total }))) refuse("export-cancelled");
      };
      const bytes = pushToPull(async (write) => {
        try {
          const exported =
            row.format === "oscal"
              ? await writeAssessmentResults(plan, within, write, report)
              : await writeBundle(services, plan, within, write, report, (manifest) =>
                  sealManifest({ signer, within, caller, ...one }, manifest),
                );
          const complete = { state: "done", step: exportSteps.done, finished_at: now() } as const;
          if (!(await move(["working"], { ...complete, ...exported }))) refuse("export-cancelled");
        } catch (error) {
          const isCancelled = error instanceof Refusal && error.failure === "export-cancelled";
          const ended = { state: "failed", failure: failureOf(error), finished_at: now() } as const;
          if (!isCancelled) await move(["working"], ended).catch(() => {});
          throw error;
        }
      });
      const mediaType = row.format === "oscal" ? "application/json" : "application/zip";
      return { fileName: fileNameOf(row), mediaType, bytes };
    },
  };
}
