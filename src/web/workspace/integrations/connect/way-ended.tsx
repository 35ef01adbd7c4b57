import { failures } from "#contract/failures.ts";
import { openFailures } from "#contract/open-failures.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Reason } from "#web/design/mark.tsx";

/** Somebody came back from a vendor, and nothing was connected: why, by the name that the server gave. */
export function WayEnded({ failure, onClose }: { failure: string; onClose: () => void }) {
  const { message } = Object.hasOwn(failures, failure)
    ? failures[failure as keyof typeof failures]
    : openFailures.unexpected;
  return (
    <Dialog title="Nothing Was Connected" onClose={onClose}>
      <DialogBody>
        <div role="alert">
          <Reason finding="failing">{message}</Reason>
        </div>
        <p className="quiet">Choose Connect on the provider's card to start again.</p>
      </DialogBody>
      <DialogFoot>
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
