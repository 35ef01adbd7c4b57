import { Button } from "#web/design/button.tsx";
import { CopyButton } from "#web/design/copy-button.tsx";
import { DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Reason } from "#web/design/mark.tsx";
import { showError } from "#web/app-error.ts";
import { useConnecting } from "../use-connections.ts";
import { CancelLink } from "./cancel-link.tsx";
import { Instructions } from "./instructions.tsx";
import type { StageProps } from "./linking-dialog.tsx";

/** A key was made for this connection: its public half is entered at the vendor, and then it is tried. */
export function EnterKey({ provider, offer, connection, mayManage, onClose }: StageProps) {
  const { companyId, reconnect } = useConnecting();
  const { publicKey, method: methodId, attention } = connection;
  const method = offer.methods.find(({ id }) => id === methodId);
  async function tryIt() {
    try {
      await reconnect.mutateAsync({ companyId, connectionId: connection.id, method: methodId, values: {} });
    } catch (error) {
      showError(error, "Failed to connect");
    }
  }
  return (
    <>
      <DialogBody>
        <p>
          We created a key pair for this connection. Add the public key at {provider.name}. The private key stays
          encrypted here and is never shown.
        </p>
        {attention && (
          <div role="alert">
            <Reason finding="failing">{attention}</Reason>
          </div>
        )}
        <div className="public-key">
          <div className="row centered spread">
            <b className="strong">Public key</b>
            <CopyButton text={publicKey ?? ""} name="Copy the public key" />
          </div>
          <pre tabIndex={0} aria-label="Public key">
            {publicKey}
          </pre>
        </div>
        {method && <Instructions steps={method.instructions} />}
      </DialogBody>
      <DialogFoot>
        {mayManage ? (
          <>
            <CancelLink connection={connection} onClose={onClose} />
            <Button kind="primary" busy={reconnect.isPending && "Testing..."} onClick={() => void tryIt()}>
              I've added the key
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )}
      </DialogFoot>
    </>
  );
}
