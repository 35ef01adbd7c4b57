import { Button } from "#web/design/button.tsx";
import { Select } from "#web/design/input.tsx";
import { useWorkspace } from "../../company-context.tsx";
import type { ExpectedDocument } from "../../documents/documents.ts";
import { evidenceTypes } from "../evidence.ts";
import { useControls } from "../use-library.ts";
import { changeRows, setBatch } from "./batch.ts";
import type { Batch } from "./batch.ts";
import { skipRows } from "./file-batch.ts";
import { choose } from "./filing-row.ts";
import type { FilingChoices } from "./filing-row.ts";

/** What can be chosen for all selected rows at once; nothing while none is selected. */
export function SelectedRows({ batch, documents }: { batch: Batch; documents: readonly ExpectedDocument[] }) {
  const { company } = useWorkspace();
  const controls = useControls().data ?? [];
  const { selected, filing } = batch;
  if (selected.size === 0 || filing) return null;
  const give = (choice: Partial<FilingChoices>) =>
    changeRows(company.id, selected, (row) => ({ ...choose(row, choice, documents), why: "" }));
  return (
    <div className="filing-selected" role="group" aria-label="Selected files">
      <span role="status">{selected.size === 1 ? "1 file selected" : `${selected.size} files selected`}</span>
      <Select
        aria-label="Document of all selected"
        value=""
        onChange={(event) => give(documentChoice(event.target.value))}
      >
        <option value="">Document</option>
        <option value="none">None: supporting evidence</option>
        {documents
          .filter(({ notApplicable }) => notApplicable === null)
          .map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
      </Select>
      <Select
        aria-label="Type of all selected"
        value=""
        onChange={(event) => give({ type: event.target.value as (typeof evidenceTypes)[number] })}
      >
        <option value="">Type</option>
        {evidenceTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Select>
      <Select
        aria-label="Control of all selected"
        value=""
        onChange={(event) => give({ controls: [event.target.value] })}
      >
        <option value="">Control</option>
        {controls.map(({ id, title }) => (
          <option key={id} value={id}>
            {id} {title}
          </option>
        ))}
      </Select>
      <Button size="small" kind="quiet" onClick={() => skipRows(company.id, selected)}>
        Skip
      </Button>
      <Button size="small" kind="quiet" onClick={() => setBatch(company.id, { selected: new Set() })}>
        Clear
      </Button>
    </div>
  );
}

const documentChoice = (id: string): Partial<FilingChoices> =>
  id === "none" ? { document: null, isSupporting: true } : { document: id };
