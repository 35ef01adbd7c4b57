import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import type { Company } from "../../company.ts";
import { useKeepCompany } from "../../use-keep-company.ts";
import { DeleteCompanyDialog } from "./delete-company-dialog.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";

/** What only the owner may do: hand the company over, and end it. */
export function Ownership({ company }: { company: Company }) {
  const [open, setOpen] = useState<"transfer" | "delete" | null>(null);
  const close = () => setOpen(null);
  const { data: team } = useQuery(api.members.list.queryOptions({ input: { companyId: company.id } }));
  const others = (team ?? []).filter(({ role }) => role !== "owner");
  return (
    <div className="stack gap-28">
      <div className="settings-item">
        <h3>Transfer ownership</h3>
        <p>
          {others.length > 0 || team === undefined
            ? "Make another member the owner. You stay as an admin and can then leave."
            : "Invite another member first, then make them the owner."}
        </p>
        <Button size="small" disabled={others.length === 0} onClick={() => setOpen("transfer")}>
          Transfer ownership
        </Button>
      </div>
      <Deletion company={company} onDelete={() => setOpen("delete")} />
      {open === "transfer" && <TransferDialog company={company} others={others} onClose={close} />}
      {open === "delete" && <DeleteCompanyDialog company={company} onClose={close} />}
    </div>
  );
}

function Deletion({ company, onDelete }: { company: Company; onDelete: () => void }) {
  const { keep, busy } = useKeepCompany(company.id);
  return (
    <div className="settings-item">
      <h3>Delete company</h3>
      {company.deletionDueAt ? (
        <>
          <p>Everything will be erased on {longDate(company.deletionDueAt)}. Until then the company works as before.</p>
          <Button size="small" busy={busy && "Canceling..."} onClick={keep}>
            Cancel deletion
          </Button>
        </>
      ) : (
        <>
          <p>
            After 30 days we destroy its keys and erase all its data. Until then it works as before and you can cancel.
          </p>
          <Button size="small" kind="danger" onClick={onDelete}>
            Delete company
          </Button>
        </>
      )}
    </div>
  );
}
