import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { toast } from "#web/design/toast-list.ts";
import { tell } from "#web/refusal.ts";
import type { Company } from "../../company-context.tsx";

/** Asks once more before somebody leaves a company. Where they are then is the shell's to say. */
export function LeaveDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    try {
      await client.members.leave({ companyId: company.id });
    } catch (error) {
      tell(error, "Failed to leave company");
      setBusy(false);
      return;
    }
    onClose();
    toast.success(`You have left ${company.name}`);
    await queries.invalidateQueries({ queryKey: api.companies.list.key() });
  }

  return (
    <Dialog title={`Leave ${company.name}`} onClose={onClose}>
      <DialogBody>
        <p className="text-ink-2">
          You lose access at once. What you filed stays, as evidence. Only a new invitation brings you back.
        </p>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="danger" busy={busy && "Leaving..."} onClick={() => void leave()}>
          Leave company
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
