import { useState } from "react";
import type { SubmitEvent } from "react";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Textarea } from "#web/design/input.tsx";
import { useDocuments } from "../documents/documents.ts";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { EvidenceItem } from "./evidence.ts";
import { useControls } from "./use-library.ts";
import { useMending } from "./use-mending.ts";

type RefiledItem = Pick<EvidenceItem, "id" | "exhibit" | "controls">;

interface RefileDialogProps {
  items: readonly RefiledItem[];
  /** Hears whether the controls were changed. */
  onClose: (isDone: boolean) => void;
}

/** Adds items to controls and removes them from others. What only some of them are under stays so until somebody decides. */
export function RefileDialog({ items, onClose }: RefileDialogProps) {
  const { refile, names } = useMending();
  const controls = useControls().data ?? [];
  const [decided, setDecided] = useState<Readonly<Record<string, boolean>>>({});
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const under = (id: string) => items.filter((item) => item.controls.includes(id)).length;
  const add = controls.map(({ id }) => id).filter((id) => decided[id] === true && under(id) < items.length);
  const remove = controls.map(({ id }) => id).filter((id) => decided[id] === false && under(id) > 0);
  const isLeftOut = items.some((item) => add.length === 0 && item.controls.every((id) => remove.includes(id)));
  const errors = {
    controls: isLeftOut ? "Each item needs at least one control. If it should count for none, withdraw it." : undefined,
    reason: remove.length > 0 && reason.trim() === "" ? "Please give a reason" : undefined,
  };

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSent(true);
    if (errors.controls !== undefined || errors.reason !== undefined) {
      const wrong = errors.controls === undefined ? "textarea" : "input[type='checkbox']";
      return event.currentTarget.querySelector<HTMLElement>(wrong)?.focus();
    }
    setBusy(true);
    await refile(items, { add, remove, reason: remove.length > 0 ? reason : "" });
    setBusy(false);
    onClose(true);
  }

  return (
    <FormDialog
      title={`Change controls of ${names(items)}`}
      onClose={() => onClose(false)}
      form={{ noValidate: true, onSubmit: (event) => void submit(event) }}
      submit="Change controls"
      busy={busy && "Changing..."}
      disabled={add.length + remove.length === 0}
      held
    >
      <CheckboxGroup
        label="Controls"
        help={items.length === 1 ? "The controls this item supports." : "The controls these items support."}
        error={sent ? errors.controls : undefined}
        well
      >
        {controls.map(({ id, title }) => {
          const count = under(id);
          const isMixed = decided[id] === undefined && count > 0 && count < items.length;
          return (
            <Checkbox
              key={id}
              label={title}
              note={isMixed ? `${count} of ${items.length} items` : undefined}
              checked={decided[id] ?? count === items.length}
              ref={(input) => {
                if (input) input.indeterminate = isMixed;
              }}
              onChange={(event) => setDecided({ ...decided, [id]: event.target.checked })}
            />
          );
        })}
      </CheckboxGroup>
      <LostDocuments items={items} removed={remove} />
      {remove.length > 0 && (
        <Field
          label="Reason for removing"
          error={sent ? errors.reason : undefined}
          help="The ledger and the chain of custody show it."
        >
          <Textarea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
    </FormDialog>
  );
}

/** The expected documents that lose their file when these items leave these controls. */
function LostDocuments({ items, removed }: { items: readonly RefiledItem[]; removed: readonly string[] }) {
  const lost = useDocuments()
    .filter(({ controlId }) => removed.includes(controlId))
    .flatMap(({ title, filings }) =>
      filings.flatMap(({ id, item }) => (items.some((entry) => entry.id === item.id) ? [{ id, title, item }] : [])),
    );
  if (lost.length === 0) return null;
  return (
    <div role="status">
      <p>No longer on file, until you add the item back:</p>
      <ul>
        {lost.map(({ id, title, item }) => (
          <li key={id}>
            {title} ({spokenNumber(item.exhibit)})
          </li>
        ))}
      </ul>
    </div>
  );
}
