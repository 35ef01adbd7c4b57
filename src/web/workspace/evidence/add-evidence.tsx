import { useEffect, useRef, useState } from "react";
import { failures } from "#contract/failures.ts";
import { periodProblem } from "#domain/documents/document-state.ts";
import { suggestDocument } from "#domain/documents/suggest-document.ts";
import { timeNow } from "#web/clock.ts";
import { Button } from "#web/design/button.tsx";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { useWorkspace } from "../company-context.tsx";
import { useDocuments } from "../documents/documents.ts";
import { chosen, FileAs, fileAllAs } from "../documents/file-as.tsx";
import type { ChosenDocument } from "../documents/file-as.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { ToTable } from "./filing/to-table.tsx";
import { CountsIn } from "./counts-in.tsx";
import { evidenceTypes } from "./evidence.ts";
import type { EvidenceItem } from "./evidence.ts";
import { FilesField } from "./files-field.tsx";
import { addFiles, fileAll, forgetFiles, renameFile } from "./filing-store.ts";
import { filesOf } from "./pasted-files.ts";
import { MatterChoice } from "./matter-choice.tsx";
import { SuggestedControls } from "./suggested-controls.tsx";
import { findUnreadable, UnreadableQuestion } from "./unreadable-files.tsx";
import type { UnreadableFile } from "./unreadable-files.tsx";
import { useFiling } from "./use-filing.ts";
import { useControls } from "./use-library.ts";
import { useMatters } from "./use-matters.ts";

/** What the dialog begins with, when another page leads to it. */
export interface Prefill {
  readonly controls?: readonly string[];
  readonly type?: EvidenceItem["type"] | undefined;
  /** The expected document that it is filed as. */
  readonly document?: string | undefined;
  /** Whether a document that the file's name sounds like is chosen from the start. */
  readonly fromName?: boolean;
  /** The item whose place the new one takes. */
  readonly supersedes?: {
    readonly id: string;
    readonly exhibit: string;
    readonly name: string;
    readonly matterId: string | null;
  };
}

interface Question {
  readonly unreadable: readonly UnreadableFile[];
  /** The key of the one file that is tried again. */
  readonly only: string | undefined;
}

interface Faults {
  files?: string;
  name?: string;
  controls?: string;
  period?: string;
}

function problemOf(period: ChosenDocument): Faults | undefined {
  const today = timeNow().toISOString().slice(0, 10);
  if (period.from === "" || period.to === "") return { period: "Please enter a date" };
  const problem = periodProblem(period, { today, collectedOn: today });
  return problem && { period: failures[problem].message };
}

/** Files one or several items under controls. What could not be filed stays in the dialog with the reason. */
export function AddEvidence({ prefill, onClose }: { prefill: Prefill; onClose: () => void }) {
  const { company } = useWorkspace();
  const controls = useControls().data ?? [];
  const matters = useMatters();
  const filing = useFiling(company.id);
  const { supersedes } = prefill;
  const [type, setType] = useState<(typeof evidenceTypes)[number]>(prefill.type ?? "Document");
  const [filedUnder, setFiledUnder] = useState<readonly string[]>(prefill.controls ?? []);
  const [matter, setMatter] = useState(supersedes?.matterId ?? "");
  // What the older version is filed as, or what another page leads here for; until somebody chooses.
  const [chosenAs, setAs] = useState<{ readonly value: ChosenDocument | undefined }>();
  const [faults, setFaults] = useState<Faults>({});
  const [question, setQuestion] = useState<Question>();
  const form = useRef<HTMLFormElement>(null);
  const { files, busy } = filing;
  const documents = useDocuments();
  const offered = documents.filter(
    ({ controlId, notApplicable }) => filedUnder.includes(controlId) && notApplicable === null,
  );
  const sounds = prefill.fromName && files[0] ? suggestDocument(offered, files[0].name) : undefined;
  const ledTo =
    sounds ??
    documents.find(({ id, filings }) =>
      supersedes ? filings.some(({ item }) => item.id === supersedes.id) : id === prefill.document,
    );
  const wished = chosenAs ? chosenAs.value : ledTo && chosen(ledTo);
  const filedAs = matter === "" && offered.some(({ id }) => id === wished?.document.id) ? wished : undefined;
  const toggle = (id: string) =>
    setFiledUnder((before) => (before.includes(id) ? before.filter((item) => item !== id) : [...before, id]));
  // What is wrong may be out of sight: the first of it takes the focus.
  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid='true'], .field:has(.field-error) input");
    wrong?.focus();
  }, [faults]);
  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const pasted = filesOf(event.clipboardData);
      if (pasted.length > 0) addFiles(company.id, pasted);
    }
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [company.id]);

  function check(): Faults {
    return {
      ...(files.length === 0 ? { files: "Choose a file to add." } : {}),
      ...(supersedes && files.length > 1 ? { files: "Choose one file to replace this item." } : {}),
      ...(files.some((file) => file.name.trim() === "") ? { name: "Please enter a name" } : {}),
      ...(filedAs && problemOf(filedAs)),
      ...(filedUnder.length === 0 ? { controls: "Choose at least one control" } : {}),
    };
  }

  async function submit(only?: string, isConfirmed = false) {
    const found = check();
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const unreadable = await findUnreadable(files.filter(({ key }) => only === undefined || key === only));
    if (unreadable.length > 0 && !isConfirmed) return setQuestion({ unreadable, only });
    const { filed, failed } = await fileAll(
      company.id,
      {
        type,
        controls: filedUnder.join(","),
        ...(matter && { matter }),
        ...(supersedes && { supersedes: supersedes.id }),
        ...(unreadable.length > 0 && { fileAnyway: "1" }),
      },
      only,
    );
    if (filedAs) await fileAllAs(company.id, filed, filedAs);
    if (filed.length > 0 && failed === 0 && only === undefined) close();
  }

  function close() {
    forgetFiles(company.id);
    onClose();
  }

  const toTable =
    supersedes || busy ? undefined : { files, controls: filedUnder, matter, control: prefill.controls?.[0] };
  const shown = Object.keys(faults).length > 0 ? check() : {};
  return (
    <Dialog title="Add Evidence" width="wide" onClose={close}>
      <form
        ref={form}
        noValidate
        className="unboxed"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogBody>
          {supersedes && (
            <p className="quiet">
              A new version of <b className="strong">{spokenNumber(supersedes.exhibit)}</b> {supersedes.name}. The older
              version stays on file but stops counting for its controls.
            </p>
          )}
          <FilesField
            filing={filing}
            error={shown.files}
            nameError={shown.name}
            onRetry={(key) => void submit(key)}
            chosen={toTable}
          />
          <div className="evidence-fields">
            {files.length < 2 && (
              <Field label="Name" error={shown.name} help={files.length === 0 ? "Taken from the file." : undefined}>
                <Input
                  autoComplete="off"
                  value={files[0]?.name ?? filing.nameAhead}
                  onChange={(event) => renameFile(company.id, 0, event.target.value)}
                />
              </Field>
            )}
            <Field label="Type">
              <Select value={type} onChange={(event) => setType(event.target.value as typeof type)}>
                {evidenceTypes.map((kind) => (
                  <option key={kind}>{kind}</option>
                ))}
              </Select>
            </Field>
          </div>
          <SuggestedControls
            file={files[0]?.file}
            name={files[0]?.name ?? filing.nameAhead}
            chosen={filedUnder}
            onToggle={toggle}
          />
          <CheckboxGroup label="Controls" help="The controls this item supports." error={shown.controls} well>
            {controls.map((control) => (
              <Checkbox
                key={control.id}
                label={control.title}
                checked={filedUnder.includes(control.id)}
                onChange={() => toggle(control.id)}
              />
            ))}
          </CheckboxGroup>
          {matter === "" && offered.length > 0 && (
            <FileAs
              documents={offered}
              titleOf={(id) => controls.find((control) => control.id === id)?.title ?? id}
              name={files[0]?.name ?? filing.nameAhead}
              value={filedAs}
              error={shown.period}
              onChange={(value) => setAs({ value })}
            />
          )}
          {matter === "" && <CountsIn controls={filedUnder} />}
          <MatterChoice matters={matters} value={matter} fixed={supersedes !== undefined} onChange={setMatter} />
          {toTable && <ToTable {...toTable} />}
        </DialogBody>
        <DialogFoot>
          <Button kind="quiet" onClick={close}>
            {busy ? "Close and continue" : "Cancel"}
          </Button>
          <Button type="submit" kind="primary" busy={busy && "Uploading..."}>
            Add Evidence
          </Button>
        </DialogFoot>
      </form>
      {question && (
        <UnreadableQuestion
          files={question.unreadable}
          onCancel={() => setQuestion(undefined)}
          onConfirm={() => {
            setQuestion(undefined);
            void submit(question.only, true);
          }}
        />
      )}
    </Dialog>
  );
}
