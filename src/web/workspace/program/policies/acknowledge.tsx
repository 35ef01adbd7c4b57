import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod";
import type { contract } from "#web/contract.ts";
import { api, client } from "#web/api.ts";
import { AppError, showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Mark } from "#web/design/mark.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";
import { Changes } from "./comparison.tsx";
import type { ComparedBlock, PolicyDetails } from "./policies.ts";
import { PolicyText } from "./policy-text.tsx";
import { usePolicyActs } from "./use-policy-acts.ts";

type OwnPolicy = z.output<typeof contract.policies.mine.output>["policies"][number];

/** What the reader has to acknowledge of this policy, with its text: by a press after they opened it. */
export function Acknowledge({ policy }: { policy: PolicyDetails }) {
  const { company } = useWorkspace();
  const { data } = useQuery(api.policies.mine.queryOptions({ input: { companyId: company.id } }));
  // As it was when they opened it: a newer version never takes its place under their eyes.
  const [reading, setReading] = useState<OwnPolicy>();
  const own = data?.policies.find(({ policyId }) => policyId === policy.id);
  return (
    <>
      {own && <Waiting own={own} onRead={() => setReading(own)} />}
      {reading && (
        <Reading
          key={reading.versionId}
          reading={reading}
          newest={own}
          onRead={setReading}
          onClose={() => setReading(undefined)}
        />
      )}
    </>
  );
}

function Waiting({ own, onRead }: { own: OwnPolicy; onRead: () => void }) {
  if (own.acknowledgedAt !== null)
    return (
      <p className="policy-done">
        <Mark finding="sealed">You acknowledged this on {longDate(own.acknowledgedAt)}</Mark>
      </p>
    );
  return (
    <section className="policy-waiting" aria-label="Waiting for you">
      <p>
        <span className="strong">Read and acknowledge version {own.number}.</span>{" "}
        <span className="quiet">Due {longDate(own.due)}</span>
      </p>
      <Button kind="primary" onClick={onRead}>
        Read and Acknowledge
      </Button>
    </section>
  );
}

interface ReadingProps {
  reading: OwnPolicy;
  /** What waits for them now; another version where theirs was replaced. */
  newest: OwnPolicy | undefined;
  onRead: (next: OwnPolicy) => void;
  onClose: () => void;
}

function Reading({ reading, newest, onRead, onClose }: ReadingProps) {
  const { company } = useWorkspace();
  const { refresh } = usePolicyActs(reading.policyId);
  const [busy, setBusy] = useState(false);
  const [changes, setChanges] = useState<readonly ComparedBlock[]>();
  // Stays until it is tried again: somebody else has to do something first.
  const [problem, setProblem] = useState<string>();
  const { title, number, text, versionId, sha256 } = reading;
  async function acknowledge() {
    setBusy(true);
    setProblem(undefined);
    try {
      await client.policies.acknowledge({ companyId: company.id, versionId, sha256 });
      toast.success("Acknowledged");
      onClose();
    } catch (error) {
      if (error instanceof AppError && error.code === "policy-replaced")
        setChanges((error.data as { changes: ComparedBlock[] }).changes);
      else if (error instanceof AppError && error.code === "policy-address") setProblem(error.message);
      else showError(error, "This could not be acknowledged");
    } finally {
      await refresh();
      setBusy(false);
    }
  }
  const isWaiting = newest !== undefined && newest.versionId !== versionId && newest.acknowledgedAt === null;
  return (
    <Dialog title={`${title}, version ${number}`} width="wide" onClose={onClose}>
      <DialogBody>
        {changes ? (
          <>
            <p role="alert">A new version replaced this one while you were reading. This changed:</p>
            {changes.every(({ kind }) => kind === "same") ? <p>The text is the same.</p> : <Changes blocks={changes} />}
          </>
        ) : (
          <div role="group" aria-label="Text" tabIndex={0}>
            <PolicyText text={text} />
          </div>
        )}
      </DialogBody>
      <DialogFoot>
        {problem !== undefined && (
          <p className="grows fine" role="alert">
            {problem}
          </p>
        )}
        <Button kind="quiet" onClick={onClose}>
          Later
        </Button>
        {changes ? (
          <Button kind="primary" busy={busy && "Loading..."} onClick={() => (isWaiting ? onRead(newest) : onClose())}>
            {isWaiting ? "Read the New Version" : "Close"}
          </Button>
        ) : (
          <Button kind="primary" busy={busy && "Acknowledging..."} onClick={() => void acknowledge()}>
            I Have Read This and Will Follow It
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}
