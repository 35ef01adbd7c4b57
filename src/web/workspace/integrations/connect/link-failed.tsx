import { Button } from "#web/design/button.tsx";
import { DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Reason } from "#web/design/mark.tsx";
import { useConnecting } from "../use-connections.ts";
import type { StageProps } from "./linking-dialog.tsx";

/** It ended before there was a connection: why, and the way to begin again. */
export function LinkFailed({ provider, connection, mayManage, onClose, onTryAgain }: FailedProps) {
  const { companyId, disconnect } = useConnecting();
  async function again() {
    // What is left of the attempt is in nobody's way any more; if it cannot be removed, the next one says why.
    if (connection.state !== "disconnected" && connection.connectedAt === null)
      await disconnect.mutateAsync({ companyId, connectionId: connection.id }).catch(() => {});
    onTryAgain();
  }
  return (
    <>
      <DialogBody>
        <p className="strong" role="alert">
          {connection.connectedAt === null ? `${provider.name} was not connected.` : "This account needs attention."}
        </p>
        <Reason finding="failing">{connection.attention ?? "No access was granted and nothing was collected."}</Reason>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
        {mayManage && (
          <Button kind="primary" busy={disconnect.isPending && "One moment..."} onClick={() => void again()}>
            Try again
          </Button>
        )}
      </DialogFoot>
    </>
  );
}

type FailedProps = StageProps & { onTryAgain: () => void };
