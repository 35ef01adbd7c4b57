import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";
import { useCan } from "../../company-context.tsx";
import type { Company } from "../../company.ts";
import { IssuedList, useIssued } from "./issued-items.tsx";
import type { Member } from "./member.ts";

/** Asks once more before somebody leaves a company. Where they are then is the shell's to say. */
export function LeaveDialog({ company, member, onClose }: { company: Company; member: Member; onClose: () => void }) {
  const queries = useQueryClient();
  // Only who manages the company may ask, and has anything to lose.
  const issued = useIssued(company.id, member.id, useCan("members.remove"));
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    try {
      await client.members.leave({ companyId: company.id });
    } catch (error) {
      showError(error, "Failed to leave company");
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
        <p className="quiet">
          You lose access immediately. Evidence you added stays. You need a new invitation to come back.
        </p>
        {issued.data && issued.data.length > 0 && <IssuedList label="These end when you leave" items={issued.data} />}
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
