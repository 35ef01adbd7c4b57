import { Undo2 } from "lucide-react";
import { useState } from "react";
import { asSentence } from "#domain/as-sentence.ts";
import { Button } from "#web/design/button.tsx";
import { dayOfRecord } from "#web/design/dates.ts";
import type { EvidenceDetails } from "./evidence.ts";
import { useMending } from "./use-mending.ts";

/** That the item is withdrawn, by whom and why, and the way back. Nothing for an item that counts. */
export function Withdrawal({ details: { item, withdrawal, mends } }: { details: EvidenceDetails }) {
  const { restore } = useMending();
  const [busy, setBusy] = useState(false);
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
      {mends && (
        <p>
          <Button size="small" icon={Undo2} busy={busy && "Restoring..."} onClick={() => void press()}>
            Restore
          </Button>
        </p>
      )}
    </div>
  );
}
