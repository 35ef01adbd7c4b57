import { useState } from "react";
import { Link } from "react-router";
import { maxReportBytes } from "#contract/evidence.ts";
import { failures } from "#contract/failures.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { FileDrop } from "#web/design/file-drop.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { WorkSteps } from "#web/design/work-steps.tsx";
import type { WorkStep } from "#web/design/work-steps.tsx";
import { useWorkspace } from "../company-context.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { CsvMappingForm } from "./csv-mapping.tsx";
import { ImportResult } from "./import-result.tsx";
import { takenFormats } from "./report-formats.tsx";
import { readBeginning, useCsv } from "./use-csv.ts";
import { useImport } from "./use-import.ts";
import type { ImportState } from "./use-import.ts";

const ACCEPTED = ".json,.sarif,.xml,.gz,.dat,.csv,.tsv,application/json,application/xml,application/gzip,text/csv";

/** Choose a report, watch it being read, see what came of it. People may leave: the work goes on without the page. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { company } = useWorkspace();
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState<string>();
  const [target, setTarget] = useState("");
  const { state, start, cancel, again } = useImport(company.id);
  const csv = useCsv(company.id);
  const { choice } = csv;

  async function take(chosen: File | undefined) {
    again();
    csv.forget();
    setFile(chosen);
    // Said before it is sent, which for so much takes a while.
    if (chosen && chosen.size > maxReportBytes) return setWrong(failures["report-too-large"].message);
    const beginning = chosen && (await readBeginning(chosen));
    setWrong(typeof beginning === "string" ? beginning : undefined);
    if (chosen && typeof beginning === "object") csv.begin(beginning, chosen.name);
  }
  function submit() {
    if (!file) return setWrong("Choose a file to add.");
    if (choice) return void start(file, "", csv.settle);
    if (wrong === undefined) void start(file, target.trim());
  }
  const { columns, name } = choice?.mapping ?? {};
  const unready = choice && (!columns?.rule || !columns.outcome || !name?.trim());

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
  if (state.at === "unread") {
    return (
      <Dialog title="Report saved but not read" onClose={onClose}>
        <DialogBody>
          <p>{state.why}</p>
          <p className="quiet">
            It is on file as{" "}
            <Link className="exhibit-number" to={`/dashboard/evidence?item=${state.run.evidenceId}`}>
              {spokenNumber(state.run.exhibit)}
            </Link>
            .
          </p>
        </DialogBody>
        <DialogFoot>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </DialogFoot>
      </Dialog>
    );
  }
  const unfiled = state.at === "sending" || state.at === "reading";
  const busy = unfiled || state.at === "judging";
  return (
    <Dialog title="Import a Report" width="wide" onClose={onClose}>
      <form
        noValidate
        className="unboxed"
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
              <Field label="Report" error={state.at === "failed" ? state.why : wrong}>
                <FileDrop accept={ACCEPTED} onFiles={([chosen]) => void take(chosen)} hint={takenFormats} />
              </Field>
              {file && (
                <p className="row spread gap-12 compact">
                  <span className="cut-off">{file.name}</span>
                  <span className="one-line faint">{byteSize(file.size)}</span>
                </p>
              )}
              {file && !choice && (
                <Field
                  label="What it is about (optional)"
                  help="A repository, account or host, such as acme/app. Fill it in if the report does not name one: no check passes without it."
                >
                  <Input
                    maxLength={200}
                    autoComplete="off"
                    value={target}
                    onChange={(event) => setTarget(event.target.value)}
                  />
                </Field>
              )}
              {file && choice && <CsvMappingForm csv={csv} choice={choice} fileName={file.name} />}
              {!file && (
                <p className="compact quiet">
                  Your CI pipeline can send reports automatically:{" "}
                  <Link className="link" to="/dashboard/support/docs/push-from-ci">
                    set up a pipeline
                  </Link>
                  .
                </p>
              )}
            </>
          )}
        </DialogBody>
        <DialogFoot>
          {unfiled ? (
            <Button kind="quiet" onClick={cancel}>
              Cancel the Import
            </Button>
          ) : (
            <Button kind="quiet" onClick={onClose}>
              {busy ? "Close" : "Cancel"}
            </Button>
          )}
          <Button type="submit" kind="primary" disabled={Boolean(unready)} busy={busy && "Importing..."}>
            Import
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function ImportProgress({ state, file }: { state: ImportState; file: File | undefined }) {
  const judging = state.at === "judging" ? state.progress : undefined;
  const sending = state.at === "sending";
  const sent = sending ? state.sent : (file?.size ?? 0);
  const counted = judging && judging.total > 0;
  const steps: WorkStep[] = [
    {
      text: "Upload the report",
      state: sending ? "now" : "done",
      note: sending ? `${byteSize(sent)} of ${byteSize(file?.size ?? 0)}` : "Done",
    },
    {
      text: "Read the report and evaluate its findings",
      state: judging ? "done" : sending ? "later" : "now",
      ...(judging && { note: "Filed" }),
    },
    {
      text: judging?.step || "Save the findings",
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
        total={judging ? judging.total : sending ? (file?.size ?? 0) : 0}
      />
      {judging && <p className="compact quiet">You can close this. The import continues.</p>}
    </>
  );
}
