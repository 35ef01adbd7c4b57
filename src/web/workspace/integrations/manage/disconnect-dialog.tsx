import type { Provider } from "#catalog/providers.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { useConnecting } from "../use-connections.ts";

interface DisconnectDialogProps {
  provider: Provider;
  account: string;
  connectionId: string;
  onClose: () => void;
  onDone: () => void;
}

/** Asks once more, and says what stays and what goes. */
export function DisconnectDialog({ provider, account, connectionId, onClose, onDone }: DisconnectDialogProps) {
  const { companyId, disconnect } = useConnecting();
  async function go() {
    try {
      await disconnect.mutateAsync({ companyId, connectionId });
      toast.success(`${provider.name} is disconnected`);
      onClose();
      onDone();
    } catch (error) {
      showError(error, "Failed to disconnect");
    }
  }
  return (
    <Dialog title={`Disconnect ${provider.name}`} onClose={onClose}>
      <DialogBody>
        <p>
          Exhibit loses access to <b className="strong">{account}</b> and deletes the credentials.
        </p>
        <ul className="provider-reads" aria-label="Effects">
          <li>Collected evidence stays on file with its numbers and ledger entries.</li>
          <li>Its checks count until they expire. Controls that depend only on them will then need evidence.</li>
          <li>Collection stops. You can reconnect the same account later.</li>
        </ul>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="danger" busy={disconnect.isPending && "Disconnecting..."} onClick={() => void go()}>
          Disconnect
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
