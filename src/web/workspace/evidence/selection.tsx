import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import { useCan } from "../company-context.tsx";
import { SelectionBar } from "../selection-bar.tsx";
import type { Selection } from "../use-selection.ts";
import { FileAsDialog } from "../documents/file-as-dialog.tsx";
import type { EvidenceItem } from "./evidence.ts";
import { maxFilesTogether } from "#domain/registers/files-together.ts";
import { UseInRecordDialog } from "../use-in-record-dialog.tsx";
import { RefileDialog } from "./refile-dialog.tsx";
import { useMending } from "./use-mending.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

interface ItemSelectionProps {
  selection: Selection<EvidenceItem>;
  withdrawn: boolean;
}

/** What can be done with the chosen rows, at the foot of the screen as long as rows are chosen. */
export function ItemSelection({ selection, withdrawn }: ItemSelectionProps) {
  const mayFile = useCan("evidence.file");
  const mayWrite = useCan("registers.write");
  const [asking, setAsking] = useState<"controls" | "documents" | "record" | "withdrawal">();
  const [busy, setBusy] = useState(false);
  const { restore } = useMending();
  const { chosen } = selection;
  if (!selection.ids) return null;
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
    <SelectionBar
      label="Selected items"
      count={chosen.length === 1 ? "1 item selected" : `${chosen.length} items selected`}
      onAll={selection.all}
      onEnd={selection.end}
    >
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
          {mayWrite && (
            <Button
              size="small"
              disabled={chosen.length === 0 || chosen.length > maxFilesTogether}
              onClick={() => setAsking("record")}
            >
              Use in a record
            </Button>
          )}
          <Button kind="danger" size="small" disabled={chosen.length === 0} onClick={() => setAsking("withdrawal")}>
            Withdraw
          </Button>
        </>
      )}
      {asking === "controls" && <RefileDialog items={chosen} onClose={close} />}
      {asking === "documents" && <FileAsDialog items={chosen} onClose={close} />}
      {asking === "record" && <UseInRecordDialog items={chosen} onClose={close} />}
      {asking === "withdrawal" && <WithdrawDialog items={chosen} onClose={close} />}
    </SelectionBar>
  );
}
