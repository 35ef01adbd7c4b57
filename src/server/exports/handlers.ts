import type { BundleDeps } from "../bundle/write-bundle.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { followProgress } from "../jobs/progress.ts";
import { cancelExport } from "./cancel.ts";
import { createExport } from "./create.ts";
import { downloadExport } from "./download.ts";
import { namesFor } from "./export-names.ts";
import { readReport } from "./read-report.ts";
import { getExport, listExports, presentExport, standingOf } from "./export-rows.ts";

interface Deps extends BundleDeps {
  readonly now: () => Date;
}

export function exportHandlers(deps: Deps): HandlersOf<"exports"> {
  const { now } = deps;
  return {
    list: async ({ input, tx }) => {
      const names = await namesFor(tx, input.companyId);
      return (await listExports(tx, input.companyId)).map((row) => presentExport(row, names, now()));
    },
    report: readReport(deps),
    create: createExport(deps),
    cancel: cancelExport(deps),
    progress: ({ input, within, request, caller }) =>
      followProgress(
        () => within(async (tx) => standingOf(await getExport(tx, caller.companyId, input.exportId), now())),
        request.signal,
      ),
    bundle: downloadExport(deps),
  };
}
