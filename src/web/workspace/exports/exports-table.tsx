import { Button } from "#web/design/button.tsx";
import { CopyButton } from "#web/design/copy-button.tsx";
import { registerTime } from "#web/design/dates.ts";
import { Hash } from "#web/design/hash.tsx";
import { Mark, Reason } from "#web/design/mark.tsx";
import { oneSection, Table } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { useWorkspace } from "../company-context.tsx";
import { countOf, useExports, useRunningExport } from "../running-export.ts";
import type { ExportRun } from "../running-export.ts";
import { scopeOf } from "./export-words.ts";

const columns: readonly Column<ExportRun>[] = [
  {
    key: "what",
    head: "Export",
    phone: "title",
    cell: (run) => (
      <>
        {run.format === "oscal" ? "OSCAL assessment results" : "Evidence bundle"}
        <span className="own-line compact quiet">{scopeOf(run)}</span>
      </>
    ),
  },
  {
    key: "who",
    head: "By",
    written: true,
    phone: "left",
    cell: ({ requestedBy }) => requestedBy?.name ?? "A former member",
  },
  {
    key: "when",
    head: "When (UTC)",
    phone: "right",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{registerTime(createdAt)}</time>,
  },
  { key: "state", head: "State", phone: "line", cell: (run) => <State run={run} /> },
  {
    key: "hash",
    head: "SHA-256",
    roomy: true,
    phone: "line",
    cell: ({ sha256, bytes, items }) =>
      sha256 && (
        <span className="exports-ways">
          <Hash value={sha256} />
          <CopyButton text={sha256} name="Copy SHA-256" />
          <span className="compact quiet">
            {(items ?? 0).toLocaleString("en-US")} {items === 1 ? "item" : "items"}, {byteSize(bytes ?? 0)}
          </span>
        </span>
      ),
  },
  { key: "again", head: "Again", phone: "actions", cell: (run) => <Again run={run} /> },
];

function State({ run: { progress } }: { run: ExportRun }) {
  switch (progress.state) {
    case "done":
      return <Mark finding="sealed">Downloaded</Mark>;
    case "failed":
      return (
        <>
          <Mark finding="failing">Failed</Mark>
          <Reason finding="failing">{progress.failure?.message}</Reason>
        </>
      );
    case "cancelled":
      return <Mark finding="not applicable">Canceled</Mark>;
    case "waiting":
      return <Mark finding="needs evidence">Waiting</Mark>;
    case "working":
      return <Mark finding="needs evidence">{progress.total > 0 ? `Running, ${countOf(progress)}` : "Running"}</Mark>;
  }
}

/** The same once more, as things stand now; or an end to the one that this tab is downloading. */
function Again({ run }: { run: ExportRun }) {
  const { company } = useWorkspace();
  const { start, cancel } = useExports(company.id);
  const running = useRunningExport();
  if (running?.run?.id === run.id)
    return (
      <Button size="small" kind="quiet" onClick={() => void cancel()}>
        Cancel export
      </Button>
    );
  const { format, projectId, from, to } = run;
  const request = { format, ...(projectId && { projectId }), ...(from && { from }), ...(to && { to }) };
  return (
    <Button size="small" disabled={Boolean(running)} onClick={() => void start(request)}>
      Export again
    </Button>
  );
}

/** The exports, newest first, each under the digits of its report's number. */
export function ExportsTable({ runs }: { runs: readonly ExportRun[] }) {
  return (
    <div className="exports-rows">
      <Table
        label="Exports"
        marginHead="No."
        margin={({ id }) => id.slice(0, 8)}
        columns={columns}
        rowKey={({ id }) => id}
        sections={oneSection(runs)}
      />
    </div>
  );
}
