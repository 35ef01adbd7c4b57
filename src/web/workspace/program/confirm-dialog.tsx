import { useMutation } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { toast } from "#web/design/toast-list.ts";
import { timeNow } from "#web/clock.ts";
import { useWorkspace } from "../company-context.tsx";
import { current, plural, theseRecords } from "./registers.ts";
import type { Register } from "./registers.ts";
import { useActs } from "./use-acts.ts";

/** Confirms that a register is complete with the number of records that the person sees, or that there are none. */
export function ConfirmDialog({ register, onClose }: { register: Register; onClose: () => void }) {
  const { company } = useWorkspace();
  const { refresh } = useActs(register);
  const count = current(register);
  const until = new Date(timeNow().getTime() + register.confirmedForDays * 86_400_000).toISOString();
  const confirming = useMutation({
    ...api.registers.confirm.mutationOptions(),
    onSuccess: async () => {
      await refresh();
      toast.success(`${register.label} confirmed complete`);
      onClose();
    },
    onError: (error) => {
      showError(error, "This could not be confirmed");
      // Somebody may have added a record meanwhile: the dialog then says the new number, for the person to look again.
      void refresh();
    },
  });
  return (
    <Dialog title={count === 0 ? `No ${plural(register)}` : "Confirm Complete"} onClose={onClose}>
      <DialogBody>
        <p>
          {count === 0
            ? `Confirm that your company has no ${plural(register)}.`
            : `Confirm that ${theseRecords(register)} complete.`}
        </p>
        <p className="compact quiet">
          Your name and a fingerprint of the list are sealed in the ledger. This is good until {longDate(until)}
          {register.counts.waiting > 0 &&
            `; ${register.counts.waiting.toLocaleString("en-US")} of them still ${register.counts.waiting === 1 ? "waits" : "wait"} for approval`}
          .
        </p>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          busy={confirming.isPending && "Confirming..."}
          onClick={() => confirming.mutate({ companyId: company.id, register: register.key, count })}
        >
          {count === 0 ? "Confirm None" : "Confirm Complete"}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
