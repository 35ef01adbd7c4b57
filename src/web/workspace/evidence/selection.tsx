import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import { useCan } from "../company-context.tsx";
import { FileAsDialog } from "../documents/file-as-dialog.tsx";
import type { EvidenceItem } from "./evidence.ts";
import { RefileDialog } from "./refile-dialog.tsx";
import { useMending } from "./use-mending.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

/** Rows that are chosen for something to be done with all of them; `undefined` while nobody chooses. */
export function useSelection(items: readonly EvidenceItem[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  return {
    /** Of the page that is shown: what was chosen on another is none. */
    chosen: items.filter(({ id }) => ids?.has(id)),
    begin: () => setIds(new Set()),
    end: () => setIds(undefined),
    all: () => setIds(new Set(items.map(({ id }) => id))),
    ...(ids && {
      pick: (id: string, on: boolean) =>
        setIds((before = new Set()) => new Set(on ? [...before, id] : [...before].filter((other) => other !== id))),
    }),
  };
}

export type Selection = ReturnType<typeof useSelection>;

/** What can be done with the chosen rows, at the foot of the screen as long as rows are chosen. */
export function SelectionBar({ selection, withdrawn }: { selection: Selection; withdrawn: boolean }) {
  const mayFile = useCan("evidence.file");
  const [asking, setAsking] = useState<"controls" | "documents" | "withdrawal">();
  const [busy, setBusy] = useState(false);
  const { restore } = useMending();
  const { chosen } = selection;
  if (!selection.pick) return null;
  function close(isDone: boolean) {
    setAsking(undefined);
    if (isDone) selection.end();
  }
  async function restoreAll() {
    setBusy(true);
    await restore(chosen);
    setBusy(false);
    selection.end();
  }
  return (
    <div className="selection-bar" role="group" aria-label="Selected items">
      <span role="status">{chosen.length === 1 ? "1 item selected" : `${chosen.length} items selected`}</span>
      <Button kind="quiet" size="small" onClick={selection.all}>
        Select page
      </Button>
      <span className="grows" />
      <Button kind="quiet" size="small" onClick={selection.end}>
        Done
      </Button>
      {withdrawn ? (
        <Button
          size="small"
          disabled={chosen.length === 0}
          busy={busy && "Restoring..."}
          onClick={() => void restoreAll()}
        >
          Restore
        </Button>
      ) : (
        <>
          <Button size="small" disabled={chosen.length === 0} onClick={() => setAsking("controls")}>
            Change controls
          </Button>
          {mayFile && (
            <Button size="small" disabled={chosen.length === 0} onClick={() => setAsking("documents")}>
              File as document
            </Button>
          )}
          <Button kind="danger" size="small" disabled={chosen.length === 0} onClick={() => setAsking("withdrawal")}>
            Withdraw
          </Button>
        </>
      )}
      {asking === "controls" && <RefileDialog items={chosen} onClose={close} />}
      {asking === "documents" && <FileAsDialog items={chosen} onClose={close} />}
      {asking === "withdrawal" && <WithdrawDialog items={chosen} onClose={close} />}
    </div>
  );
}
