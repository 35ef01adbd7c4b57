import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import { SelectionBar } from "../selection-bar.tsx";
import type { Selection } from "../use-selection.ts";
import { BulkEdit } from "./bulk-edit.tsx";
import { EndDialog } from "./end-dialog.tsx";
import { countedRecords } from "./registers.ts";
import type { Register, RegisterRecord } from "./registers.ts";

interface RecordSelectionProps {
  register: Register;
  selection: Selection<RegisterRecord>;
}

/** What can be done with the chosen records, at the foot of the screen as long as records are chosen. */
export function RecordSelection({ register, selection }: RecordSelectionProps) {
  const [asking, setAsking] = useState<"edit" | "end">();
  const { chosen } = selection;
  if (!selection.ids) return null;
  const open = chosen.filter(({ state }) => state !== "ended");
  function close(isDone: boolean) {
    setAsking(undefined);
    if (isDone) selection.end();
  }
  return (
    <SelectionBar
      label={`Selected ${register.label.toLowerCase()}`}
      count={`${countedRecords(register, chosen.length)} selected`}
      onAll={selection.all}
      onEnd={selection.end}
    >
      <Button size="small" disabled={open.length === 0} onClick={() => setAsking("edit")}>
        Edit
      </Button>
      <Button kind="danger" size="small" disabled={open.length === 0} onClick={() => setAsking("end")}>
        End
      </Button>
      {asking === "edit" && <BulkEdit register={register} records={open} onClose={close} />}
      {asking === "end" && <EndDialog register={register} records={open} onClose={close} />}
    </SelectionBar>
  );
}
