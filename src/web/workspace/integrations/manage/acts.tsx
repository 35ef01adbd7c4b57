import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { useCan } from "../../company-context.tsx";
import { accountName, needsConfirmation } from "../connection.ts";
import { useConnecting } from "../use-connections.ts";
import { DisconnectDialog } from "./disconnect-dialog.tsx";
import type { TabProps } from "./manage-panel.tsx";

/** Collect now, pause, reconnect, disconnect: what the person may do, and the state allows. */
export function Acts({ provider, offer, connection, mayManage, opened }: TabProps) {
  const mayCollect = useCan("connections.collect");
  const [leaving, setLeaving] = useState(false);
  const { companyId, collect, pause, resume } = useConnecting();
  const path = { companyId, connectionId: connection.id };
  const { state, running } = connection;
  const confirms = needsConfirmation(connection);
  const settled = state === "connected" || state === "paused" || state === "needs attention";

  async function act(doing: () => Promise<unknown>, done: string, failed: string) {
    try {
      await doing();
      toast.success(done);
    } catch (error) {
      showError(error, failed);
    }
  }
  if (state === "disconnected")
    return (
      <p className="above-12 quiet">
        This account is disconnected. Collected evidence stays on file. Its checks count until they expire.
      </p>
    );
  if (!mayManage && !mayCollect)
    return <p className="above-12 quiet">You have view-only access. Owners and admins can change connections.</p>;
  return (
    <div className="cluster above-16">
      {mayCollect && state === "connected" && (
        <Button
          size="small"
          kind="primary"
          icon={RefreshCw}
          busy={(running || collect.isPending) && "Collecting..."}
          onClick={() =>
            void act(() => collect.mutateAsync(path), "Collection started", "The collection could not be started")
          }
        >
          Collect now
        </Button>
      )}
      {mayManage && state === "connected" && (
        <Button
          size="small"

          busy={pause.isPending && "Pausing..."}
          onClick={() =>
            void act(
              () => pause.mutateAsync(path),
              "Collection paused until you resume it",
              "The connection could not be paused",
            )
          }
        >
          Pause
        </Button>
      )}
      {mayManage && (state === "paused" || state === "needs attention") && (
        <Button
          size="small"
          kind={state === "paused" || confirms ? "primary" : "secondary"}

          busy={resume.isPending && (confirms ? "Confirming..." : "Resuming...")}
          onClick={() =>
            void act(() => resume.mutateAsync(path), "Hourly collection resumed", "The connection could not be resumed")
          }
        >
          {confirms ? "Confirm" : state === "paused" ? "Resume" : "Try again"}
        </Button>
      )}
      {mayManage && settled && offer.methods.length > 0 && (
        <Button
          size="small"
          kind={state === "needs attention" && !confirms ? "primary" : "secondary"}

          onClick={() => opened.openConnect(provider.key, connection.id)}
        >
          Reconnect
        </Button>
      )}
      {mayManage && !settled && (
        <Button size="small" kind="primary" onClick={() => opened.openConnection(connection.id)}>
          Continue
        </Button>
      )}
      {mayManage && (
        <Button size="small" kind="danger" onClick={() => setLeaving(true)}>
          Disconnect
        </Button>
      )}
      {leaving && (
        <DisconnectDialog
          provider={provider}
          account={accountName(connection)}
          connectionId={connection.id}
          onClose={() => setLeaving(false)}
          onDone={opened.close}
        />
      )}
    </div>
  );
}
