import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { showError } from "#web/app-error.ts";

interface RemoveDialogProps {
  title: string;
  /** What it means. */
  message: string;
  failure: string;
  /** What the button says, and says while it is under way. */
  action?: string;
  busy?: string;
  remove: () => Promise<unknown>;
  onRemoved: () => Promise<void>;
  onClose: () => void;
}

/** Asks once more before something that protects the account is taken away. */
export function RemoveDialog({
  title,
  message,
  failure,
  action = "Remove",
  busy: underWay = "Removing...",
  remove,
  onRemoved,
  onClose,
}: RemoveDialogProps) {
  const [busy, setBusy] = useState(false);
  async function go() {
    setBusy(true);
    try {
      await remove();
      await onRemoved();
      onClose();
    } catch (error) {
      showError(error, failure);
      setBusy(false);
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <p className="quiet">{message}</p>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="danger" busy={busy && underWay} onClick={() => void go()}>
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
