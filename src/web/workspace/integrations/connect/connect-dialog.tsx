import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Provider } from "#catalog/providers.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { toast } from "#web/design/toast-list.ts";
import type { Connection, LinkMethod, Offer } from "../connection.ts";
import { useConnecting } from "../use-connections.ts";
import { Instructions } from "./instructions.tsx";
import { LinkForm } from "./link-form.tsx";
import { OtherWays } from "./ways.tsx";
import { WhatIsRead } from "./what-is-read.tsx";

interface ConnectDialogProps {
  provider: Provider;
  offer: Offer;
  /** The account that is given new credentials; without it another one is connected. */
  again: Connection | undefined;
  /** Where a connection cannot be made here, its report can be imported. */
  onImport: () => void;
  /** The connection was begun, and is being looked up. */
  onBegun: (connectionId: string) => void;
  onClose: () => void;
}

/** What will be read and what never, before it is connected, and the way to connect it. */
export function ConnectDialog({ provider, offer, again, onImport, onBegun, onClose }: ConnectDialogProps) {
  const [chosenId, choose] = useState(again?.method);
  const method = offer.methods.find(({ id }) => id === chosenId) ?? offer.methods[0];
  const title = `${again ? "Reconnect" : "Connect"} ${provider.name}`;
  if (!method)
    return (
      <Dialog title={title} onClose={onClose}>
        <DialogBody>
          <p className="quiet">
            Coming soon: this connection will read these settings every hour. Until then, import a report.
          </p>
          <WhatIsRead provider={provider} offer={offer} />
        </DialogBody>
        <DialogFoot>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" onClick={onImport}>
            Import a Report
          </Button>
        </DialogFoot>
      </Dialog>
    );
  return (
    <Dialog title={title} width="wide" onClose={onClose}>
      <Way
        key={method.id}
        {...{ provider, offer, again, method, onBegun, onClose }}
        onChoose={({ id }) => choose(id)}
      />
    </Dialog>
  );
}

type WayProps = Omit<ConnectDialogProps, "onImport"> & {
  method: LinkMethod;
  onChoose: (method: LinkMethod) => void;
};

function Way({ provider, offer, again, method, onBegun, onClose, onChoose }: WayProps) {
  const send = useLink({ provider, again, method, onBegun });
  return (
    <LinkForm
      method={method}
      send={send}
      after={<OtherWays methods={offer.methods} chosen={method} onChoose={onChoose} />}
      foot={(busy) => (
        <DialogFoot>
          <Button kind="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" busy={busy && "Connecting..."}>
            {again ? "Reconnect" : "Connect"}
          </Button>
        </DialogFoot>
      )}
    >
      {again ? (
        <p className="quiet">
          New credentials for <b className="strong inked">{again.accountLabel ?? provider.name}</b>. Use the same
          account. Its history continues.
        </p>
      ) : (
        <>
          <p className="quiet">Exhibit reads these settings every hour, with read-only access.</p>
          <WhatIsRead provider={provider} offer={offer} />
        </>
      )}
      <div>
        <h3 className="title-card">{method.title}</h3>
        <p className="above-4 quiet">{method.explanation}</p>
        <Instructions steps={method.instructions} />
      </div>
    </LinkForm>
  );
}

/** Sends what was typed, and goes where the server says: to the vendor, or on to the account that was found. */
function useLink({ provider, again, method, onBegun }: Pick<WayProps, "provider" | "again" | "method" | "onBegun">) {
  const { companyId, link, reconnect } = useConnecting();
  const queries = useQueryClient();
  return async (values: Record<string, string>) => {
    const how = { companyId, method: method.id, values };
    const begun = again
      ? await reconnect.mutateAsync({ ...how, connectionId: again.id })
      : await link.mutateAsync({ ...how, provider: provider.key });
    if (begun.redirectTo !== null) {
      location.assign(begun.redirectTo);
      return await cameBack();
    }
    const path = { companyId, connectionId: begun.connectionId };
    if (again) {
      toast.info("Testing the new credentials");
      return onBegun(again.id);
    }
    const { state } = await queries.fetchQuery({ ...api.connections.get.queryOptions({ input: path }), staleTime: 0 });
    if (state === "connected") toast.success(`${provider.name} is connected`);
    onBegun(begun.connectionId);
  };
}

/** The button stays busy until the vendor's page is there, and is free again for a person who comes back by the browser. */
function cameBack(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener("pageshow", () => resolve(), { once: true });
  });
}
