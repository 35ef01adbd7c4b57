import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { maxEvidenceBytes } from "#web/contract.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { FileDrop } from "#web/design/file-drop.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../company-context.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { evidenceTypes } from "./evidence.ts";
import { ChosenFiles } from "./chosen-files.tsx";
import { SuggestedControls } from "./suggested-controls.tsx";
import { useControls } from "./use-library.ts";
import { useFiling } from "./use-filing.ts";

interface Faults {
  files?: string;
  name?: string;
  controls?: string;
}

interface AddEvidenceProps {
  /** A control and a type to begin with, where the page is filtered by them or another page asked for them. */
  control: string;
  type: string;
  onClose: () => void;
}

/** Files one or several items under controls. What could not be filed stays in the dialog with the reason. */
export function AddEvidence({ control, type: asked, onClose }: AddEvidenceProps) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const controls = useControls().data ?? [];
  const filing = useFiling(company.id);
  const [type, setType] = useState(
    evidenceTypes.find((one) => one.toLowerCase() === asked.toLowerCase()) ?? "Document",
  );
  const [filedUnder, setFiledUnder] = useState<readonly string[]>(control ? [control] : []);
  const [faults, setFaults] = useState<Faults>({});
  const { files, busy } = filing;
  const toggle = (id: string) =>
    setFiledUnder((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));

  function check(): Faults {
    return {
      ...(files.length === 0 ? { files: "Choose a file to add." } : {}),
      ...(files.some((file) => file.name.trim() === "") ? { name: "Please enter a name" } : {}),
      ...(filedUnder.length === 0 ? { controls: "Choose at least one control" } : {}),
    };
  }

  async function submit() {
    const found = check();
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const { filed, failed } = await filing.fileAll({ type, controls: filedUnder.join(",") });
    if (filed.length > 0) {
      for (const key of [api.evidence.key(), api.controls.key(), api.projects.key(), api.companies.overview.key()]) {
        void queries.invalidateQueries({ queryKey: key });
      }
      toast.success(sentenceFor(filed.map((item) => spokenNumber(item.exhibit))));
    }
    if (failed === 0) onClose();
  }

  const shown = Object.keys(faults).length > 0 ? check() : {};
  return (
    <Dialog title="Add Evidence" width="wide" onClose={busy ? undefined : onClose}>
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogBody>
          <Field label="Files" error={shown.files}>
            <FileDrop
              multiple
              onFiles={filing.add}
              hint={`Any kind of file, up to ${byteSize(maxEvidenceBytes)} each.`}
            />
          </Field>
          <ChosenFiles filing={filing} error={shown.name} />
          <div className="grid gap-3.5 sm:grid-cols-2">
            {files.length < 2 && (
              <Field label="Name" error={shown.name} help={files.length === 0 ? "Taken from the file." : undefined}>
                <Input
                  autoComplete="off"
                  value={files[0]?.name ?? filing.nameAhead}
                  onChange={(event) => filing.rename(0, event.target.value)}
                />
              </Field>
            )}
            <Field label="Type">
              <Select value={type} onChange={(event) => setType(event.target.value as typeof type)}>
                {evidenceTypes.map((one) => (
                  <option key={one}>{one}</option>
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
          <CheckboxGroup label="Controls" help="What the item is evidence for." error={shown.controls} well>
            {controls.map((one) => (
              <Checkbox
                key={one.id}
                label={one.title}
                checked={filedUnder.includes(one.id)}
                onChange={() => toggle(one.id)}
              />
            ))}
          </CheckboxGroup>
        </DialogBody>
        <DialogFoot>
          <Button kind="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" busy={busy && "Uploading..."}>
            Add Evidence
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function sentenceFor(numbers: readonly string[]): string {
  if (numbers.length === 1) return `Filed as ${numbers[0]}`;
  return `${numbers.length} items filed, ${numbers[0]} to ${numbers.at(-1)}`;
}
