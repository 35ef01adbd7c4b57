import { Eye, EyeOff } from "lucide-react";
import type { Provider } from "#catalog/providers.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Icon } from "#web/design/icon.tsx";
import { toast } from "#web/design/toast-list.ts";
import { tell } from "#web/refusal.ts";
import { useConnecting } from "./use-connections.ts";
import type { Offer } from "./use-connections.ts";

interface ConnectDialogProps {
  provider: Provider;
  offer: Offer;
  /** Where a connection is still being built, its report can be imported. */
  onImport: () => void;
  onClose: () => void;
}

/** What will be read and what never, before it is connected; and the way out of a connection. */
export function ConnectDialog({ provider, offer, onImport, onClose }: ConnectDialogProps) {
  const { companyId, link, disconnect } = useConnecting();
  const [connection] = offer.connections;
  const [method] = offer.methods;
  const connected = connection?.state === "connected";
  async function run() {
    try {
      if (connected) await disconnect.mutateAsync({ companyId, connectionId: connection.id });
      else if (method) await link.mutateAsync({ companyId, provider: provider.key, method: method.id, values: {} });
    } catch (error) {
      tell(error, connected ? "Failed to disconnect" : "Failed to connect");
      return;
    }
    toast.success(connected ? `${provider.name} is disconnected` : `${provider.name} is connected`);
    onClose();
  }
  return (
    <Dialog title={`${connected ? "Manage" : "Connect"} ${provider.name}`} onClose={onClose}>
      <DialogBody>
        <p className="text-ink-2">
          {method
            ? "Exhibit reads these settings once an hour. It cannot change anything."
            : "This connection is being built. It will read these settings once an hour and change nothing. Until then, import a report."}
        </p>
        <ul className="provider-reads" aria-label="What is read">
          {provider.reads.map((text) => (
            <li key={text}>
              <Icon of={Eye} />
              {text}
            </li>
          ))}
          <li>
            <Icon of={EyeOff} />
            <span>
              <b className="font-semibold">Never read:</b> {provider.never}
            </span>
          </li>
        </ul>
        {link.isPending && (
          <div role="status">
            <p className="mb-1.5 text-sm">Waiting for {provider.name} to confirm</p>
            <progress className="work-bar" aria-label={`Connecting ${provider.name}`} />
          </div>
        )}
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        {connected ? (
          <Button kind="danger" busy={disconnect.isPending && "Disconnecting..."} onClick={() => void run()}>
            Disconnect
          </Button>
        ) : method ? (
          <Button kind="primary" busy={link.isPending && "Connecting..."} onClick={() => void run()}>
            Connect
          </Button>
        ) : (
          <Button kind="primary" onClick={onImport}>
            Import a Report
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}
