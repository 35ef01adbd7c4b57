import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { AuthenticatorDialog } from "./authenticator-dialog.tsx";
import type { AuthenticatorSecret } from "./authenticator-dialog.tsx";
import type { Account } from "./profile-tab.tsx";
import { RecoveryCodesDialog } from "#web/access/recovery-codes-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

/** The app that shows a new code every 30 seconds: set up, or removed. */
export function Authenticator({ account }: { account: Account }) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const [beginning, setBeginning] = useState(false);
  const [secret, setSecret] = useState<AuthenticatorSecret>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [removing, setRemoving] = useState(false);

  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: api.ownAccount.key() }),
      queries.invalidateQueries({ queryKey: api.session.current.key() }),
    ]);

  async function begin() {
    setBeginning(true);
    try {
      setSecret(await confirmed(() => client.secondFactor.beginTotp({})));
    } catch (error) {
      showError(error, "The authenticator app could not be set up");
    } finally {
      setBeginning(false);
    }
  }

  async function added(recoveryCodes: readonly string[]) {
    setSecret(undefined);
    setCodes(recoveryCodes);
    toast.success("Your authenticator app is set up");
    await refresh();
  }

  return (
    <div className="settings-item">
      <h3>Authenticator app</h3>
      <p>
        {account.totpSince
          ? `Set up on ${longDate(account.totpSince)}.`
          : "An app on your phone shows a new code every 30 seconds. Enter it after your password."}
      </p>
      {account.totpSince ? (
        <Button size="small" onClick={() => setRemoving(true)}>
          Remove authenticator app
        </Button>
      ) : (
        <Button size="small" busy={beginning && "Preparing..."} onClick={() => void begin()}>
          Set up authenticator app
        </Button>
      )}
      {secret && <AuthenticatorDialog secret={secret} onAdded={added} onClose={() => setSecret(undefined)} />}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
      {removing && (
        <RemoveDialog
          title="Remove authenticator app"
          message="You can no longer sign in with its codes."
          failure="The authenticator app could not be removed"
          remove={() => confirmed(() => client.secondFactor.removeTotp({}))}
          onRemoved={async () => {
            toast.success("Authenticator app removed");
            await refresh();
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}
