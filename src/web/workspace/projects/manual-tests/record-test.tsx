import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FormEvent } from "react";
import { client } from "#web/api.ts";
import { AppError, showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { FieldError } from "#web/design/field.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";
import { ConclusionStep } from "./conclusion-step.tsx";
import { draftName, emptyDraft, keepDraft, readDraft, resultsOf } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { ExhibitsStep } from "./exhibits-step.tsx";
import { PopulationStep } from "./population-step.tsx";
import { ProcedureStep } from "./procedure-step.tsx";
import { SampleStep } from "./sample-step.tsx";
import type { TestedCheck } from "./tested-check.ts";
import { toSend } from "./to-send.ts";

interface Props {
  controlId: string;
  check: TestedCheck;
  onClose: () => void;
}

/** A person's test of a check in five steps, kept as a draft in this tab until it is signed. */
export default function RecordTest({ controlId, check, onClose }: Props) {
  const { company, person } = useWorkspace();
  const name = draftName(person.id, company.id, check.checkId);
  const [draft, setDraft] = useState<Draft>(() => readDraft(name) ?? emptyDraft);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  useEffect(() => keepDraft(name, draft), [name, draft]);
  const change = (more: Partial<Draft>) => {
    setProblem(undefined);
    setDraft((before) => ({ ...before, ...more }));
  };

  async function sign() {
    const ready = toSend(draft);
    if (typeof ready === "string") return setProblem(ready);
    setBusy(true);
    try {
      await client.manualTests.record({ companyId: company.id, controlId, checkId: check.checkId, ...ready });
      keepDraft(name, emptyDraft);
      await queries.invalidateQueries();
      toast.success("Test signed");
      onClose();
    } catch (error) {
      const [first] = error instanceof AppError ? Object.values(error.fields) : [];
      if (error instanceof AppError && error.code !== "unexpected") setProblem(first ?? error.message);
      else showError(error, "The test could not be signed");
    } finally {
      setBusy(false);
    }
  }

  const { open } = resultsOf(draft);
  const step = { draft, change };
  return (
    <Dialog title={`Test: ${check.title}`} width="wide" onClose={onClose}>
      <form
        className="unboxed"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!busy) void sign();
        }}
      >
        <DialogBody>
          <ol className="test-steps">
            <ProcedureStep {...step} check={check} />
            <PopulationStep {...step} />
            <SampleStep {...step} controlId={controlId} checkId={check.checkId} />
            <ExhibitsStep {...step} controlId={controlId} />
            <ConclusionStep {...step} />
          </ol>
          <p className="small quiet">
            The test decides what no machine reads. What a machine found failing or left unknown stays so.
          </p>
          <div role="alert">
            <FieldError id="test-problem" error={problem} />
          </div>
        </DialogBody>
        <DialogFoot>
          <p className="small quiet test-sign">
            You sign as {person.firstName} {person.lastName}.{" "}
            {open > 0 && (
              <b className="firm">
                {open} {open === 1 ? "item is" : "items are"} still open.
              </b>
            )}
          </p>
          <Button kind="quiet" onClick={() => setDraft(emptyDraft)}>
            Start over
          </Button>
          <Button type="submit" kind="primary" busy={busy && "Signing..."}>
            Sign test
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
