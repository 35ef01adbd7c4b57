import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { FileDrop } from "#web/design/file-drop.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { WorkSteps } from "#web/design/work-steps.tsx";
import type { WorkStep } from "#web/design/work-steps.tsx";
import { useWorkspace } from "../company-context.tsx";
import { ImportResult } from "./import-result.tsx";
import { useImport } from "./use-import.ts";
import type { ImportState } from "./use-import.ts";

/** Choose a report, watch it being read, see what came of it. People may leave: the work goes on without the page. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { company } = useWorkspace();
  const [file, setFile] = useState<File>();
  const [missing, setMissing] = useState(false);
  const { state, start } = useImport(company.id);

  function submit() {
    setMissing(!file);
    if (file) void start(file);
  }

  if (state.at === "done") {
    return (
      <Dialog title="Report imported" width="wide" onClose={onClose}>
        <DialogBody>
          <ImportResult run={state.run} />
        </DialogBody>
        <DialogFoot>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </DialogFoot>
      </Dialog>
    );
  }
  const busy = state.at === "sending" || state.at === "judging";
  return (
    <Dialog title="Import a Report" width="wide" onClose={onClose}>
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DialogBody>
          {busy ? (
            <ImportProgress state={state} file={file} />
          ) : (
            <>
              <Field
                label="Report"
                error={missing && !file ? "Choose a file to add." : state.at === "failed" ? state.why : undefined}
              >
                <FileDrop
                  accept=".json,.sarif,application/json"
                  onFiles={([chosen]) => setFile(chosen)}
                  hint="Prowler JSON-OCSF or SARIF 2.1.0, up to 100 MB."
                />
              </Field>
              {file && (
                <p className="flex justify-between gap-3 text-sm">
                  <span className="truncate">{file.name}</span>
                  <span className="whitespace-nowrap text-ink-3">{byteSize(file.size)}</span>
                </p>
              )}
            </>
          )}
        </DialogBody>
        <DialogFoot>
          <Button kind="quiet" onClick={onClose}>
            {busy ? "Close" : "Cancel"}
          </Button>
          <Button type="submit" kind="primary" busy={busy && "Importing..."}>
            Import
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function ImportProgress({ state, file }: { state: ImportState; file: File | undefined }) {
  const judging = state.at === "judging" ? state.progress : undefined;
  const sent = state.at === "sending" ? state.sent : (file?.size ?? 0);
  const counted = judging && judging.total > 0;
  const steps: WorkStep[] = [
    {
      text: "Send the report",
      state: judging ? "done" : "now",
      note: judging ? "Done" : `${byteSize(sent)} of ${byteSize(file?.size ?? 0)}`,
    },
    {
      text: judging?.step || "Seal it and judge its findings",
      state: judging ? "now" : "later",
      ...(counted
        ? { note: `${judging.done.toLocaleString("en-US")} of ${judging.total.toLocaleString("en-US")}` }
        : {}),
    },
  ];
  return (
    <>
      <WorkSteps
        label="Importing the report"
        steps={steps}
        done={judging ? judging.done : sent}
        total={judging ? judging.total : (file?.size ?? 0)}
      />
      {judging && <p className="text-sm text-ink-2">You may close this. The import goes on.</p>}
    </>
  );
}
