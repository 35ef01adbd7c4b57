import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { showError } from "#web/app-error.ts";
import type { Company } from "../../company.ts";
import { IssuedChoices, useIssued } from "./issued-items.tsx";
import type { Member } from "./member.ts";

interface EndRightsDialogProps {
  company: Company;
  member: Member;
  title: string;
  /** What it means for the member. */
  message: string;
  /** What the button says, and says while it is under way. */
  action: string;
  busy: string;
  failure: string;
  /** Ends the rights and keeps these; resolves when all of it is done. */
  end: (keep: string[]) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before somebody loses rights in the company, and what of what they issued goes on without them. */
export function EndRightsDialog({
  company,
  member,
  title,
  message,
  action,
  busy: underWay,
  failure,
  end,
  onClose,
}: EndRightsDialogProps) {
  const issued = useIssued(company.id, member.id);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const items = issued.data ?? [];

  function keep(id: string, on: boolean) {
    setKept((before) => new Set(on ? [...before, id] : [...before].filter((item) => item !== id)));
  }
  async function go() {
    setBusy(true);
    try {
      await end(items.filter(({ id }) => kept.has(id)).map(({ id }) => id));
      onClose();
    } catch (error) {
      showError(error, failure);
      setBusy(false);
      // Something in the list may have ended meanwhile.
      void issued.refetch();
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <p className="quiet">{message}</p>
        {issued.isError && <p className="quiet">We could not load what they issued. All of it will end.</p>}
        {items.length > 0 && <IssuedChoices items={items} kept={kept} onKeep={keep} />}
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="danger" disabled={issued.isPending} busy={busy && underWay} onClick={() => void go()}>
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
