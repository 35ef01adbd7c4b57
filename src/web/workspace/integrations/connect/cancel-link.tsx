import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { useConnecting } from "../use-connections.ts";
import type { StageProps } from "./linking-dialog.tsx";

/** Ends what was begun: the access at the vendor, too. */
export function CancelLink({ connection, onClose }: Pick<StageProps, "connection" | "onClose">) {
  const { companyId, disconnect } = useConnecting();
  async function cancel() {
    try {
      await disconnect.mutateAsync({ companyId, connectionId: connection.id });
      toast.success("Nothing was connected");
      onClose();
    } catch (error) {
      showError(error, "Failed to cancel");
    }
  }
  return (
    <Button kind="quiet" busy={disconnect.isPending && "Canceling..."} onClick={() => void cancel()}>
      Cancel
    </Button>
  );
}
