import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
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

/** What the reader has to acknowledge of this policy, with its text: by a press after they opened it. */
export function Acknowledge({ policy }: { policy: PolicyDetails }) {
  const { company } = useWorkspace();
  const { data } = useQuery(api.policies.mine.queryOptions({ input: { companyId: company.id } }));
  const { refresh } = usePolicyActs(policy.id);
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [changes, setChanges] = useState<readonly ComparedBlock[]>();
  const own = data?.policies.find(({ policyId }) => policyId === policy.id);
  if (!own) return null;
  if (own.acknowledgedAt !== null)
    return (
      <p className="policy-done">
        <Mark finding="sealed">You acknowledged this on {longDate(own.acknowledgedAt)}</Mark>
      </p>
    );
  async function acknowledge() {
    setBusy(true);
    try {
      const { versionId, sha256 } = own!;
      await client.policies.acknowledge({ companyId: company.id, versionId, sha256 });
      toast.success("Acknowledged");
      setOpen(false);
    } catch (error) {
      if (error instanceof AppError && error.code === "policy-replaced")
        setChanges((error.data as { changes: ComparedBlock[] }).changes);
      else showError(error, "This could not be acknowledged");
    } finally {
      setBusy(false);
      await refresh();
    }
  }
  return (
    <section className="policy-waiting" aria-label="Waiting for you">
      <p>
        <span className="strong">Read and acknowledge version {own.number}.</span>{" "}
        <span className="quiet">Due {longDate(own.due)}</span>
      </p>
      <Button kind="primary" onClick={() => setOpen(true)}>
        Read and Acknowledge
      </Button>
      {isOpen && (
        <Dialog title={own.title} width="wide" onClose={() => setOpen(false)}>
          <DialogBody>
            {changes ? (
              <>
                <p role="alert">A new version replaced this one while you were reading. This changed:</p>
                <Changes blocks={changes} />
              </>
            ) : (
              <div role="group" aria-label="Text" tabIndex={0}>
                <PolicyText text={own.text} />
              </div>
            )}
          </DialogBody>
          <DialogFoot>
            <Button kind="quiet" onClick={() => setOpen(false)}>
              Later
            </Button>
            <Button
              kind="primary"
              busy={busy && "Acknowledging..."}
              onClick={() => (changes ? setChanges(undefined) : void acknowledge())}
            >
              {changes ? "Read the New Version" : "I Have Read This and Will Follow It"}
            </Button>
          </DialogFoot>
        </Dialog>
      )}
    </section>
  );
}
