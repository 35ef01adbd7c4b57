import { useCallback, useState } from "react";
import { Button } from "#web/design/button.tsx";
import { BulkEdit } from "./bulk-edit.tsx";
import { EndDialog } from "./end-dialog.tsx";
import { countedRecords } from "./registers.ts";
import type { Register, RegisterRecord } from "./registers.ts";

/** Records that are chosen for something to be done with all of them; `ids` is undefined while nobody chooses. */
export function useSelection(records: readonly RegisterRecord[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  const toggle = useCallback(
    (id: string) =>
      setIds(
        (before = new Set()) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
      ),
    [],
  );
  return {
    ids,
    /** Of the page that is shown: what was chosen on another is none. */
    chosen: records.filter(({ id }) => ids?.has(id)),
    begin: () => setIds(new Set()),
    end: () => setIds(undefined),
    all: () => setIds(new Set(records.map(({ id }) => id))),
    toggle,
  };
}

export type Selection = ReturnType<typeof useSelection>;

/** What can be done with the chosen records, at the foot of the screen as long as records are chosen. */
export function SelectionBar({ register, selection }: { register: Register; selection: Selection }) {
  const [asking, setAsking] = useState<"edit" | "end">();
  const { chosen } = selection;
  if (!selection.ids) return null;
  const open = chosen.filter(({ state }) => state !== "ended");
  function close(isDone: boolean) {
    setAsking(undefined);
    if (isDone) selection.end();
  }
  return (
    <div className="selection-bar" role="group" aria-label={`Selected ${register.label.toLowerCase()}`}>
      <span role="status">{countedRecords(register, chosen.length)} selected</span>
      <Button kind="quiet" size="small" onClick={selection.all}>
        Select page
      </Button>
      <span className="grows" />
      <Button kind="quiet" size="small" onClick={selection.end}>
        Done
      </Button>
      <Button size="small" disabled={open.length === 0} onClick={() => setAsking("edit")}>
        Edit
      </Button>
      <Button kind="danger" size="small" disabled={open.length === 0} onClick={() => setAsking("end")}>
        End
      </Button>
      {asking === "edit" && <BulkEdit register={register} records={open} onClose={close} />}
      {asking === "end" && <EndDialog register={register} records={open} onClose={close} />}
    </div>
  );
}
