import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type * as z from "zod";
import { failures } from "#contract/failures.ts";
import type { contract } from "#contract/index.ts";
import { openFailures } from "#contract/open-failures.ts";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Reason } from "#web/design/mark.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { toast } from "#web/design/toast-list.ts";
import { RemoveDialog } from "./remove-dialog.tsx";

type Providers = z.output<typeof contract.signInProviders.list.output>;
type Connected = Providers["connected"][number];
type Offered = Providers["offered"][number];

/** The providers that sign in to the account, and those that the person may connect. */
export function SignInProviders() {
  const providers = useQuery(api.signInProviders.list.queryOptions({ input: {} }));
  return (
    <Screen
      data={providers}
      loading={<SkeletonLines lines={2} />}
      empty={{
        when: ({ connected, offered }) => connected.length + offered.length === 0,
        show: <p className="faint">No other sign-in providers are available here.</p>,
      }}
    >
      {({ connected, offered }) => (
        <div className="settings-item">
          <WayBack />
          <p>Sign in with an account that you have elsewhere. It may have another email address.</p>
          {connected.length > 0 && (
            <ul className="settings-list" aria-label="Connected providers">
              {connected.map((provider) => (
                <ConnectedLine key={provider.provider} {...provider} />
              ))}
            </ul>
          )}
          {offered.length > 0 && (
            <div className="cluster gap-8">
              {offered.map((provider) => (
                <ConnectButton key={provider.provider} {...provider} />
              ))}
            </div>
          )}
        </div>
      )}
    </Screen>
  );
}

// The section stands far down, and what it has to say is why the person is here.
const bringIntoView = (sentence: HTMLElement | null) => sentence?.scrollIntoView({ block: "center" });

/** What came of going to a provider, which its address says: why nothing was connected stays until the page is left. */
function WayBack() {
  const navigate = useNavigate();
  const { hash, pathname, search } = useLocation();
  const [said] = useState(() => new URLSearchParams(hash.slice(1)));
  const failure = said.get("not-connected");
  const isConnected = said.has("connected");
  useEffect(() => {
    if (!isConnected && failure === null) return;
    // React may run an effect twice: by the second time the address says nothing more.
    if (location.hash === "") return;
    if (isConnected) toast.success("Sign-in provider connected");
    void navigate(pathname + search, { replace: true, preventScrollReset: true });
  }, [failure, isConnected, navigate, pathname, search]);
  if (failure === null) return null;
  const { message } = Object.hasOwn(failures, failure)
    ? failures[failure as keyof typeof failures]
    : openFailures.unexpected;
  return (
    <div role="alert" ref={bringIntoView}>
      <Reason finding="failing">{message}</Reason>
    </div>
  );
}

function ConnectedLine({ provider, name, since, lastUsedAt }: Connected) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const [asking, setAsking] = useState(false);
  return (
    <li>
      <div className="narrows">
        <b className="wraps strong">{name}</b>
        <p className="small faint">
          Connected {longDate(since)}, {lastUsedAt ? `last used ${longDate(lastUsedAt)}` : "not used yet"}
        </p>
      </div>
      <Button size="small" kind="quiet" aria-label={`Disconnect ${name}`} onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      {asking && (
        <RemoveDialog
          title={`Disconnect ${name}`}
          message={`You can no longer sign in with ${name}, and other devices that it signed in are signed out. To use it again, connect it here.`}
          failure={`${name} could not be disconnected`}
          action="Disconnect"
          busy="Disconnecting..."
          remove={() => confirmed(() => client.signInProviders.disconnect({ provider }))}
          onRemoved={async () => {
            toast.success(`${name} disconnected`);
            await Promise.all(
              [api.signInProviders.key(), api.ownAccount.key()].map((queryKey) =>
                queries.invalidateQueries({ queryKey }),
              ),
            );
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

function ConnectButton({ provider, name }: Offered) {
  const confirmed = useConfirmed();
  const [busy, setBusy] = useState(false);
  async function connect() {
    setBusy(true);
    try {
      const { url } = await confirmed(() => client.signInProviders.connect({ provider }));
      location.assign(url);
    } catch (error) {
      showError(error, `${name} could not be connected`);
      setBusy(false);
    }
  }
  return (
    <Button size="small" busy={busy && "Connecting..."} onClick={() => void connect()}>
      Connect {name}
    </Button>
  );
}
