import { Button } from "#web/design/button.tsx";
import { DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { showError } from "#web/app-error.ts";
import { accountName } from "../connection.ts";
import { useConnecting } from "../use-connections.ts";
import { CancelLink } from "./cancel-link.tsx";
import type { StageProps } from "./linking-dialog.tsx";
import { MissingScopes } from "../missing-scopes.tsx";

/** The account that the vendor named: nothing is collected before somebody says that it is the right one. */
export function Found({ provider, offer, connection, mayManage, onClose }: StageProps) {
  const { companyId, confirm } = useConnecting();
  async function go() {
    try {
      await confirm.mutateAsync({ companyId, connectionId: connection.id });
    } catch (error) {
      showError(error, "Failed to connect");
    }
  }
  return (
    <>
      <DialogBody>
        <p role="status">
          We found <b className="strong">{accountName(connection)}</b>, {provider.account}. Is this your account?
        </p>
        {connection.accountId && (
          <dl className="facts">
            <dt>Account</dt>
            <dd>{accountName(connection)}</dd>
            <dt>Account ID</dt>
            <dd className="mono breaks">{connection.accountId}</dd>
          </dl>
        )}
        <MissingScopes offer={offer} missing={connection.missing} />
        {!mayManage && <p className="quiet">Only owners and admins can confirm it.</p>}
      </DialogBody>
      <DialogFoot>
        {mayManage ? (
          <>
            <CancelLink connection={connection} onClose={onClose} />
            <Button kind="primary" busy={confirm.isPending && "Confirming..."} onClick={() => void go()}>
              Confirm
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )}
      </DialogFoot>
    </>
  );
}
