import { Import, ListChecks, Plus } from "lucide-react";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { EmptyState } from "#web/design/states.tsx";
import { countedRecords, plural } from "./registers.ts";
import type { Register } from "./registers.ts";
import { useProposals } from "./use-proposals.ts";
import type { Doing } from "./use-record-view.ts";

/** A register without records: what to begin with, or that there are none. */
export function EmptyRegister({ register, onDo }: { register: Register; onDo: (what: Doing) => void }) {
  const { may, confirmation, starters } = register;
  const { open: proposed } = useProposals(register);
  const offered = starters.map(({ label, count }) => `${count} for a ${label.toLowerCase()}`).join(" or ");
  return (
    <EmptyState
      title={`No ${plural(register)} yet`}
      action={
        may.write && (
          <div className="cluster">
            {proposed.length > 0 && (
              <Button size="small" kind="primary" icon={ListChecks} onClick={() => onDo("proposals")}>
                Review {proposed.length === 1 ? "1 Proposal" : `${proposed.length} Proposals`}
              </Button>
            )}
            {starters.length > 0 && (
              <Button size="small" kind="primary" icon={ListChecks} onClick={() => onDo("starters")}>
                Choose usual {plural(register)}
              </Button>
            )}
            <Button size="small" icon={Import} onClick={() => onDo("import")}>
              Import CSV
            </Button>
            <Button size="small" icon={Plus} onClick={() => onDo("new")}>
              Add the first {register.singular}
            </Button>
            {may.confirm && confirmation?.state !== "confirmed" && (
              <Button size="small" kind="quiet" onClick={() => onDo("confirm")}>
                We have none
              </Button>
            )}
          </div>
        )
      }
    >
      {confirmation?.count === 0
        ? `${confirmation.by.name} confirmed on ${longDate(confirmation.at)} that there are none.`
        : may.write
          ? proposed.length > 0
            ? `Your systems show ${countedRecords(register, proposed.length)}. Choose from them, import a list, or add them by hand.`
            : offered === ""
              ? "Import a list from a spreadsheet, add them by hand, or say that there are none."
              : `Choose from ${offered}, import a list from a spreadsheet, or add them by hand.`
          : `Nobody has added ${plural(register)} yet.`}
    </EmptyState>
  );
}
