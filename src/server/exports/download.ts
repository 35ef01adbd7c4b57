import type { FailureName } from "#contract/failures.ts";
import { exportSteps } from "#domain/export-run.ts";
import { MissingBlob } from "../blobs/artifacts.ts";
import { BrokenSeal } from "../blobs/sealed-stream.ts";
import { pushToPull, ReaderLeft } from "../bundle/push-to-pull.ts";
import { sealManifest } from "../bundle/seal-manifest.ts";
import { writeAssessmentResults, writeBundle } from "../bundle/write-bundle.ts";
import type { ReportProgress, BundleDeps } from "../bundle/write-bundle.ts";
import { withoutPrivilege } from "../db/without-privilege.ts";
import type { Within } from "../db/without-privilege.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail, AppError } from "../app-error.ts";
import { faultOf } from "../blobs/fault-of.ts";
import { planOf } from "./export-plan.ts";
import { fileNameOf, getExport, moveExport, standingOf } from "./export-rows.ts";

interface Deps extends BundleDeps {
  readonly now: () => Date;
}

function failureOf(error: unknown): FailureName {
  if (error instanceof ReaderLeft) return "export-interrupted";
  if (error instanceof AppError) return error.failure;
  return error instanceof BrokenSeal || error instanceof MissingBlob ? "evidence-damaged" : faultOf(error);
}

/**
 * Hands an export out, once and to whoever asked for it; it is written while it is read. Refuses `forbidden`,
 * `export-cancelled`, `export-expired` and `export-ended`.
 */
export function downloadExport(deps: Deps): HandlersOf<"exports">["bundle"] {
  const { signer, now } = deps;
  return async ({ input, within: asCaller, caller }) => {
    const within: Within = withoutPrivilege(asCaller);
    const run = { companyId: caller.companyId, exportId: input.exportId };
    const move = (from: Parameters<typeof moveExport>[2], change: Parameters<typeof moveExport>[3]) =>
      within((tx) => moveExport(tx, { ...run, at: now() }, from, change));
    const plan = await within(async (tx) => {
      const row = await getExport(tx, run.companyId, run.exportId);
      // What a bundle holds depends on what its reader may see, so it is made for the one who asked.
      if (row.requested_by !== caller.userId) fail("forbidden");
      if (row.state === "cancelled") fail("export-cancelled");
      if (standingOf(row, now()).failure === "export-expired") fail("export-expired");
      return await planOf(tx, signer, run.companyId, row);
    });
    // Handed out once, so that its hash stays that of one file; who was interrupted may begin again.
    const begun = { state: "working", failure: null, finished_at: null } as const;
    const row = (await move(["waiting", "failed"], begun)) ?? fail("export-ended");
    const report: ReportProgress = async (step, done, total) => {
      if (!(await move(["working"], { state: "working", step, done, total }))) fail("export-cancelled");
    };
    const bytes = pushToPull(async (write) => {
      try {
        const exported =
          row.format === "oscal"
            ? await writeAssessmentResults(plan, within, write, report)
            : await writeBundle(deps, plan, within, write, report, (manifest) =>
                sealManifest({ signer, within, caller, ...run }, manifest),
              );
        const complete = { state: "done", step: exportSteps.done, finished_at: now() } as const;
        if (!(await move(["working"], { ...complete, ...exported }))) fail("export-cancelled");
      } catch (error) {
        const isCancelled = error instanceof AppError && error.failure === "export-cancelled";
        const ended = { state: "failed", failure: failureOf(error), finished_at: now() } as const;
        if (!isCancelled) await move(["working"], ended).catch(() => {});
        throw error;
      }
    });
    const mediaType = row.format === "oscal" ? "application/json" : "application/zip";
    return { fileName: fileNameOf(row), mediaType, bytes };
  };
}
