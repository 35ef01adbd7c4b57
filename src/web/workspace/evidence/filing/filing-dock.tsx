import { useEffect } from "react";
import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";
import { useDocuments } from "../../documents/documents.ts";
import { batchOf, setBatch } from "./batch.ts";
import type { Batch } from "./batch.ts";
import { fileRows, skipRows, stopFiling } from "./file-batch.ts";
import type { RowState } from "./filing-row.ts";

interface FilingDockProps {
  batch: Batch;
  states: readonly RowState[];
}

/** How long discarded files can be brought back. */
const UNDO_MS = 12_000;

/** At the foot of the screen: how far filing is, and the buttons for all rows. Control and Enter file them, too. */
export function FilingDock({ batch: { rows, filing, added }, states }: FilingDockProps) {
  const { company } = useWorkspace();
  const documents = useDocuments();
  const of = (kind: RowState["kind"]) => rows.filter((_, at) => states[at]?.kind === kind).map(({ key }) => key);
  const [ready, failed] = [of("ready"), of("failed")];
  const rest = rows.length - ready.length;
  function discard() {
    const before = batchOf(company.id).rows;
    skipRows(company.id, new Set(before.map(({ key }) => key)));
    toast.success(before.length === 1 ? "1 file discarded" : `${before.length} files discarded`, {
      lasts: UNDO_MS,
      action: {
        label: "Undo",
        onPress: () => setBatch(company.id, { rows: [...before, ...batchOf(company.id).rows] }),
      },
    });
  }
  const file = (keys: readonly string[]) => {
    if (keys.length > 0) void fileRows(company.id, keys, documents);
  };
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || filing || event.defaultPrevented) return;
      event.preventDefault();
      file(ready);
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
  return (
    <div className="filing-dock" role="group" aria-label="Add these files">
      <p role="status">
        {filing ? (
          <b className="strong">Adding: {added.length} added</b>
        ) : (
          <>
            <b className="strong">{ready.length} ready.</b>{" "}
            {rest > 0 && (
              <span className="not-phone">
                {rest === 1 ? "The other one stays here." : `The other ${rest} stay here.`}
              </span>
            )}
          </>
        )}
      </p>
      {filing ? (
        <Button onClick={() => stopFiling(company.id)}>Cancel</Button>
      ) : (
        <>
          <Button kind="quiet" onClick={discard}>
            Discard all
          </Button>
          {failed.length > 0 && <Button onClick={() => file(failed)}>Try {failed.length} again</Button>}
        </>
      )}
      <Button kind="primary" busy={filing && "Adding..."} disabled={ready.length === 0} onClick={() => file(ready)}>
        Add Evidence
      </Button>
    </div>
  );
}
