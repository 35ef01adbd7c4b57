import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { exportSteps } from "#domain/export-run.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Radio, RadioGroup } from "#web/design/choice.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { WorkSteps } from "#web/design/work-steps.tsx";
import type { WorkStep } from "#web/design/work-steps.tsx";
import { timeLeft } from "./export-time.ts";
import { countOf, useExports, useWatchedExport } from "./running-export.ts";
import type { ExportRequest, RunningExport } from "./running-export.ts";

interface ExportDialogProps {
  companyId: string;
  /** The project on screen, which is chosen first. */
  projectId?: string | undefined;
  onClose: () => void;
}

/** Choose what to export, watch it being made, or cancel it. People may leave: the download goes on without the dialog. */
export default function ExportDialog({ companyId, projectId, onClose }: ExportDialogProps) {
  const running = useWatchedExport();
  const { start, cancel } = useExports(companyId);
  const [cancelling, setCancelling] = useState(false);

  async function begin(request: ExportRequest) {
    setCancelling(false);
    if ((await start(request)) === "done") onClose();
  }

  if (!running)
    return <ExportForm {...{ companyId, projectId, onClose }} onExport={(request) => void begin(request)} />;
  return (
    <Dialog title="Export Report" width="wide" onClose={onClose}>
      <DialogBody>
        <ExportProgress running={running} />
        <p className="compact quiet">You can close this and keep working. The download continues.</p>
      </DialogBody>
      <DialogFoot>
        <Button
          kind="quiet"
          disabled={!running.run}
          busy={cancelling && "Canceling..."}
          onClick={() => {
            setCancelling(true);
            void cancel();
          }}
        >
          Cancel export
        </Button>
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function ExportForm({
  companyId,
  projectId,
  onClose,
  onExport,
}: ExportDialogProps & { onExport: (request: ExportRequest) => void }) {
  const projects = useQuery(api.projects.list.queryOptions({ input: { companyId } }));
  const [project, setProject] = useState(projectId ?? "");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [format, setFormat] = useState<"bundle" | "oscal">("bundle");
  const reversed = from !== "" && to !== "" && from > to;

  return (
    <Dialog title="Export Report" width="wide" onClose={onClose}>
      <form
        noValidate
        className="unboxed"
        onSubmit={(event) => {
          event.preventDefault();
          if (reversed) return event.currentTarget.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
          const days = { ...(from && { from }), ...(to && { to }) };
          onExport({ format, ...(project && { projectId: project }), ...days });
        }}
      >
        <DialogBody>
          <Field
            label="Project"
            help="Choose which project's requirements to report. Evidence counts in every project."
          >
            <Select value={project} onChange={(event) => setProject(event.target.value)}>
              <option value="">All company evidence</option>
              {(projects.data ?? []).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <div className="pair">
            <Field label="Collected from (UTC)" help="Leave empty to start with the first item.">
              <Input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
            </Field>
            <Field
              label="Collected to (UTC)"
              help="Includes this day. Leave empty for until now."
              error={reversed ? "The last day must not be before the first." : undefined}
            >
              <Input type="date" value={to} onChange={(event) => setTo(event.target.value)} />
            </Field>
          </div>
          <RadioGroup label="Format" name="format">
            <Radio
              label="Evidence bundle (ZIP)"
              note="Report (PDF and HTML), lists, original files and proofs. Verifiable offline."
              checked={format === "bundle"}
              onChange={() => setFormat("bundle")}
            />
            <Radio
              label="OSCAL assessment results (JSON)"
              note="Findings only, for other compliance tools. Included in every bundle."
              checked={format === "oscal"}
              onChange={() => setFormat("oscal")}
            />
          </RadioGroup>
          <p className="compact quiet">
            Exports never contain privileged items. Verify a bundle with{" "}
            <a className="link" href="/verify.html" target="_blank" rel="noreferrer">
              verify.html
            </a>{" "}
            from this site, not with the copy inside the bundle.{" "}
            <Link className="link" to="/dashboard/exports" onClick={onClose}>
              View earlier exports and the verifier's SHA-256
            </Link>
          </p>
        </DialogBody>
        <DialogFoot>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="primary">
            Export
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** What is shown of the server's steps; an OSCAL document has no files to seal. */
const shown = [exportSteps.reading, exportSteps.report, exportSteps.sealing, exportSteps.proving];

function ExportProgress({ running }: { running: RunningExport }) {
  const { progress, run } = running;
  const steps = run?.format === "oscal" ? shown.slice(0, 2) : shown;
  const at = steps.findIndex((step) => step === progress.step);
  const left = timeLeft(running);
  const list: WorkStep[] = [
    { text: "Start the download", state: at < 0 ? "now" : "done" },
    ...steps.map((text, index): WorkStep => {
      const state = index < at ? "done" : index === at ? "now" : "later";
      const counts = state === "now" && text === exportSteps.sealing && progress.total > 0;
      return { text, state, ...(counts && { note: [countOf(progress), left].filter(Boolean).join(", ") }) };
    }),
  ];
  return <WorkSteps label="Exporting the report" steps={list} done={progress.done} total={progress.total} />;
}
