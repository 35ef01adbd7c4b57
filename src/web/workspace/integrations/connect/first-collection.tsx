import { Button } from "#web/design/button.tsx";
import { DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Reason } from "#web/design/mark.tsx";
import { showError } from "#web/app-error.ts";
import { accountName } from "../connection.ts";
import { RunProgress } from "../run-progress.tsx";
import { useConnecting } from "../use-connections.ts";
import { useNewestRun } from "../use-run.ts";
import { FirstResult } from "./first-result.tsx";
import type { StageProps } from "./linking-dialog.tsx";

/** The first collection while it works, and what came of it. People may leave: it goes on without the page. */
export function FirstCollection(props: StageProps & { onManage: () => void }) {
  const { provider, connection, onManage, onClose } = props;
  const { running, lastCollectedAt } = connection;
  const ended = useNewestRun(connection.id).data?.runs[0];
  const name = accountName(connection);
  if (!running && lastCollectedAt) return <FirstResult {...props} />;
  const failure = !running && (connection.attention ?? (ended?.state === "failed" ? ended.failure : null));
  return (
    <>
      <DialogBody>
        <p>
          <b className="strong">{name}</b> is connected.{" "}
          {failure ? "The first collection failed." : "The first collection is running."}
        </p>
        {failure ? (
          <Reason finding="failing">{failure}</Reason>
        ) : running ? (
          <RunProgress connectionId={connection.id} running={running} />
        ) : (
          <progress className="work-bar" aria-label={`Collecting from ${provider.name}`} />
        )}
        {!failure && (
          <p className="quiet">You can close this. Exhibit finishes this collection, then collects every hour.</p>
        )}
      </DialogBody>
      <DialogFoot>
        {failure ? <CollectAgain {...props} /> : <Button onClick={onManage}>Manage</Button>}
        <Button kind={failure ? "secondary" : "primary"} onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </>
  );
}

function CollectAgain({ connection, mayManage }: StageProps) {
  const { companyId, collect } = useConnecting();
  if (!mayManage || connection.state !== "connected") return null;
  async function again() {
    try {
      await collect.mutateAsync({ companyId, connectionId: connection.id });
    } catch (error) {
      showError(error, "Failed to collect");
    }
  }
  return (
    <Button kind="primary" busy={collect.isPending && "Starting..."} onClick={() => void again()}>
      Try again
    </Button>
  );
}
