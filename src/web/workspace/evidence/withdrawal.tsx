import { Eraser, Undo2 } from "lucide-react";
import { useState } from "react";
import { asSentence } from "#domain/as-sentence.ts";
import { Button } from "#web/design/button.tsx";
import { dayOfRecord } from "#web/design/dates.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import type { EvidenceDetails } from "./evidence.ts";
import { useMending } from "./use-mending.ts";

/**
 * That the item is withdrawn, by whom and why, and the way back; and that its file was erased, or the way to that for an owner. Nothing
 * for an item that counts.
 */
export function Withdrawal({
  details: { item, withdrawal, mends, erasure, erases, hold },
}: {
  details: EvidenceDetails;
}) {
  const { restore } = useMending();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  if (!withdrawal) return null;
  async function press() {
    setBusy(true);
    await restore([item]);
    setBusy(false);
  }
  return (
    <div className="versions">
      <p>
        <b className="strong">Withdrawn</b> by {withdrawal.by} on {dayOfRecord(withdrawal.at)}:{" "}
        {asSentence(withdrawal.reason)} It counts for no control.
      </p>
      {erasure && (
        <p>
          <b className="strong">File erased</b> by {erasure.by} on {dayOfRecord(erasure.at)}:{" "}
          {asSentence(erasure.reason)}{" "}
          {erasure.removedAt ? "Nothing can bring it back." : "Nothing opens it any more. Storage is being cleared."}
        </p>
      )}
      {(mends || erases) && (
        <p className="row">
          {mends && (
            <Button size="small" icon={Undo2} busy={busy && "Restoring..."} onClick={() => void press()}>
              Restore
            </Button>
          )}
          {erases && (
            <Button size="small" kind="quiet" icon={Eraser} disabled={hold !== null} onClick={() => setAsking(true)}>
              Erase the file
            </Button>
          )}
        </p>
      )}
      {hold !== null && <p className="quiet">The file can't be erased now. {hold}</p>}
      {asking && <EraseDialog item={item} onClose={() => setAsking(false)} />}
    </div>
  );
}
