import { Button } from "#web/design/button.tsx";
import { DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { CancelLink } from "./cancel-link.tsx";
import type { StageProps } from "./linking-dialog.tsx";

/** The vendor has answered, and we ask it whom we are connected to. */
export function Looking({ provider, connection, mayManage, onClose }: StageProps) {
  return (
    <>
      <DialogBody>
        <div role="status">
          <p className="below-6">Asking {provider.name} for the account details.</p>
          <progress className="work-bar" aria-label={`Finding the account at ${provider.name}`} />
        </div>
        <p className="quiet">This takes a few seconds. You can close this and return from the {provider.name} card.</p>
      </DialogBody>
      <DialogFoot>
        {mayManage ? (
          <CancelLink connection={connection} onClose={onClose} />
        ) : (
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
        )}
      </DialogFoot>
    </>
  );
}
