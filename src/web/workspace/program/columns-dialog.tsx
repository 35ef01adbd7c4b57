import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import type { Register } from "./registers.ts";
import type { RecordView } from "./use-record-view.ts";

/** Which fields the list shows; the choice stays in the address. */
export function ColumnsDialog({ register, view }: { register: Register; view: RecordView }) {
  const [chosen, setChosen] = useState(view.columns.map(({ key }) => key));
  const fields = register.fields.filter(({ key }) => key !== register.title);
  const done = (keys: readonly string[]) =>
    view.set(
      {
        do: "",
        columns: keys.toSorted().join() === register.columns.toSorted().join() ? "" : keys.join(",") || "none",
      },
      { replace: true },
    );
  return (
    <Dialog title="Columns" onClose={() => view.set({ do: "" }, { replace: true })}>
      <DialogBody>
        <CheckboxGroup label="Show">
          {fields.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={chosen.includes(key)}
              onChange={(event) =>
                setChosen(event.target.checked ? [...chosen, key] : chosen.filter((other) => other !== key))
              }
            />
          ))}
        </CheckboxGroup>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={() => done(register.columns)}>
          Reset
        </Button>
        <Button kind="primary" onClick={() => done(chosen)}>
          Show Columns
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
