import { useEffect, useRef, useState } from "react";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { AppError, showError } from "#web/app-error.ts";
import type { CsvChoice, useCsv } from "./use-csv.ts";

interface SavedMappingProps {
  csv: ReturnType<typeof useCsv>;
  choice: CsvChoice;
  fileName: string;
}

/** Which of the saved mappings reads the file; the chosen one can be renamed and removed. */
export function SavedMapping({ csv, choice, fileName }: SavedMappingProps) {
  const [doing, setDoing] = useState<"renaming" | "removing">();
  const chosen = choice.id;
  const all = useRef<HTMLDivElement>(null);
  // What was pressed is gone then; the choice is what one goes on with.
  const onDone = () => {
    setDoing(undefined);
    all.current?.querySelector("select")?.focus();
  };
  const facts = { csv, choice, onDone };
  return (
    <div ref={all}>
      <Field label="Mapping" help="Suggested because this file has the same first row.">
        <Select
          value={chosen ?? ""}
          onChange={(event) => {
            setDoing(undefined);
            csv.choose(event.target.value, fileName);
          }}
        >
          {csv.fitting.map((item) => (
            <option key={item.id} value={item.id}>
              {item.name}
            </option>
          ))}
          <option value="">New mapping</option>
        </Select>
      </Field>
      {chosen !== undefined && doing === undefined && (
        <div className="row gap-8 above-6">
          <Button size="small" onClick={() => setDoing("renaming")}>
            Rename mapping
          </Button>
          <Button size="small" onClick={() => setDoing("removing")}>
            Remove mapping
          </Button>
        </div>
      )}
      {chosen !== undefined && doing === "renaming" && <Renaming {...facts} id={chosen} />}
      {chosen !== undefined && doing === "removing" && <Removing {...facts} id={chosen} fileName={fileName} />}
    </div>
  );
}

type DoingProps = Omit<SavedMappingProps, "fileName"> & { id: string; onDone: () => void };

function Renaming({ csv, choice, id, onDone }: DoingProps) {
  const [name, setName] = useState(choice.mapping.name);
  const [error, setError] = useState<string>();
  const part = useFocused("input");
  async function rename() {
    if (name.trim() === "") return setError("Please enter a name");
    try {
      await csv.rename(id, name.trim());
      toast.success("Mapping renamed");
      onDone();
    } catch (failure) {
      if (failure instanceof AppError) setError(failure.message);
      else showError(failure, "The mapping could not be renamed");
    }
  }
  return (
    <div ref={part} className="stack gap-8 above-8">
      <Field label="New name" error={error}>
        <Input
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The form around it would import the file.
            event.preventDefault();
            void rename();
          }}
        />
      </Field>
      <div className="row gap-8">
        <Button size="small" onClick={() => void rename()}>
          Rename
        </Button>
        <Button size="small" kind="quiet" onClick={onDone}>
          Keep name
        </Button>
      </div>
    </div>
  );
}

function Removing({ csv, choice, id, fileName, onDone }: DoingProps & { fileName: string }) {
  const part = useFocused("button:last-of-type");
  async function remove() {
    try {
      await csv.remove(id, fileName);
      toast.success("Mapping removed");
      onDone();
    } catch (failure) {
      showError(failure, "The mapping could not be removed");
    }
  }
  return (
    <div ref={part} className="notice-lines above-8" role="group" aria-label={`Remove ${choice.mapping.name}`}>
      <p>
        Remove “{choice.mapping.name}” for everyone in the company? Imported reports stay on file. Pipelines that use
        this mapping will fail.
      </p>
      <div className="row gap-8 above-8">
        <Button size="small" kind="danger" onClick={() => void remove()}>
          Remove
        </Button>
        <Button size="small" kind="quiet" onClick={onDone}>
          Keep mapping
        </Button>
      </div>
    </div>
  );
}

/** What opens under a button takes the focus: the part of it that the selector names. */
function useFocused(selector: string) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.querySelector<HTMLElement>(selector)?.focus(), [selector]);
  return part;
}
