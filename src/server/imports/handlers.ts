import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { importFormats } from "#domain/import-format.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { followProgress, presentProgress } from "../jobs/progress.ts";
import { readMappings } from "./csv-mappings.ts";
import { getImport } from "./find-import.ts";
import type { ImportRow } from "./find-import.ts";
import { readSummary } from "./import-summary.ts";
import { receiveReport } from "./receive-report.ts";
import type { ReceiveDeps } from "./receive-report.ts";
import { presentMapping, removeMapping, renameMapping, saveMapping } from "./write-mappings.ts";

interface Deps extends ReceiveDeps {
  readonly appUrl: string;
}

export function importHandlers(deps: Deps): HandlersOf<"imports"> {
  const { appUrl, now } = deps;
  const begun = (row: ImportRow) => ({
    id: row.id,
    evidenceId: row.evidence_id,
    exhibit: formatExhibitNumber(row.number),
    url: `${appUrl}/dashboard/evidence?item=${row.evidence_id}`,
    fileName: row.file_name,
    format: row.format === "unread" ? "Not read" : importFormats[row.format],
    createdAt: row.created_at.toISOString(),
    progress: presentProgress(row),
  });
  return {
    create: async ({ input, within, caller, body, idempotencyKey, request }) => {
      const incoming = { ...input, body, idempotencyKey, signal: request.signal };
      const { importId, came } = await receiveReport(deps, within, caller, incoming);
      const row = await within((tx) => getImport(tx, caller.companyId, importId));
      return { ...begun(row), judged: "failure" in came ? null : came.receipt };
    },
    get: async ({ input: { companyId, importId }, tx }) => {
      const row = await getImport(tx, companyId, importId);
      return { ...begun(row), summary: row.state === "done" ? await readSummary(tx, companyId, row, now()) : null };
    },
    progress: ({ input, within, caller, request }) =>
      followProgress(() => within((tx) => getImport(tx, caller.companyId, input.importId)), request.signal),
    mappings: async ({ input, tx }) => (await readMappings(tx, input.companyId)).map(presentMapping),
    saveMapping: ({ input, caller, tx }) => saveMapping(tx, caller, input, now()),
    renameMapping: ({ input: { mappingId, name }, caller, tx }) => renameMapping(tx, caller, mappingId, name),
    removeMapping: ({ input: { mappingId }, caller, tx }) => removeMapping(tx, caller, mappingId),
  };
}
