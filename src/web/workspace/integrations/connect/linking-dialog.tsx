import type { Provider } from "#catalog/providers.ts";
import { Dialog, DialogBody } from "#web/design/dialog.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import type { ConnectionDetails, Offer } from "../connection.ts";
import { useConnection } from "../use-connections.ts";
import { EnterKey } from "./enter-key.tsx";
import { FirstCollection } from "./first-collection.tsx";
import { Found } from "./found.tsx";
import { LinkFailed } from "./link-failed.tsx";
import { Looking } from "./looking.tsx";

interface LinkingDialogProps {
  connectionId: string;
  /** Undefined while the list of providers is on its way. */
  offerOf: (provider: string) => { provider: Provider; offer: Offer } | undefined;
  mayManage: boolean;
  /** Begins again; for an account that was connected before, with new credentials for it. */
  onTryAgain: (provider: Provider, again?: string) => void;
  onManage: () => void;
  onClose: () => void;
}

/** From the way back from a vendor to the first collection's result; a reload at any time leads to the same place. */
export function LinkingDialog({ connectionId, offerOf, mayManage, onTryAgain, onManage, onClose }: LinkingDialogProps) {
  const answer = useConnection(connectionId);
  const known = answer.data && offerOf(answer.data.provider);
  return (
    <Dialog title={`Connect ${known?.provider.name ?? "an Account"}`} width="wide" onClose={onClose}>
      <Screen data={answer} loading={<Waiting />} empty={null}>
        {(connection) => {
          if (!known) return <Waiting />;
          const facts = { ...known, connection, mayManage, onClose };
          if (connection.publicKey && connection.state === "linking") return <EnterKey {...facts} />;
          if (failedToLink(connection)) {
            const again = connection.connectedAt === null ? undefined : connection.id;
            return <LinkFailed {...facts} onTryAgain={() => onTryAgain(known.provider, again)} />;
          }
          if (connection.state === "linking") return <Looking {...facts} />;
          if (connection.state === "confirming") return <Found {...facts} />;
          return <FirstCollection {...facts} onManage={onManage} />;
        }}
      </Screen>
    </Dialog>
  );
}

function Waiting() {
  return (
    <DialogBody>
      <SkeletonLines lines={4} />
    </DialogBody>
  );
}

/** What each stage of the dialog is given. */
export interface StageProps {
  provider: Provider;
  offer: Offer;
  connection: ConnectionDetails;
  mayManage: boolean;
  onClose: () => void;
}

/** Whether it ended before there was a connection, or before there was one again. */
function failedToLink({ state, attention, connectedAt }: ConnectionDetails): boolean {
  return state === "disconnected" || state === "needs attention" || (attention !== null && connectedAt === null);
}
