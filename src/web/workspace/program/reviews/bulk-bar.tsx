import { useState } from "react";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { accountsOf, counted, decisions } from "./reviews.ts";
import type { Decision, Population, ReviewAccount } from "./reviews.ts";
import type { Decisions } from "./use-decisions.ts";
import type { Picks } from "./use-picks.ts";

interface BulkBarProps {
  population: Population;
  picks: Picks;
  acts: Decisions;
}

/** What can be decided on all chosen accounts together, at the foot of the screen. */
export function BulkBar({ population, picks, acts }: BulkBarProps) {
  const [asked, setAsked] = useState<Decision>();
  if (!picks.picked) return null;
  const chosen = [...picks.picked.values()];
  return (
    <div className="selection-bar" role="group" aria-label="Selected accounts">
      <span role="status">
        {acts.progress
          ? `Saved ${counted(acts.progress.done)} of ${accountsOf(acts.progress.total)}`
          : picks.isReading
            ? "Reading accounts..."
            : `${accountsOf(chosen.length)} selected`}
      </span>
      <Button
        kind="quiet"
        size="small"
        disabled={picks.isReading}
        onClick={() => void picks.all().catch((error: unknown) => showError(error, "The accounts could not be read"))}
      >
        Select all
      </Button>
      <span className="grows" />
      <Button kind="quiet" size="small" onClick={picks.end}>
        Done
      </Button>
      {decisions.map(({ key, label }) => (
        <Button
          key={key}
          size="small"
          kind={key === "remove" ? "danger" : "secondary"}
          disabled={chosen.length === 0 || picks.isReading}
          onClick={() => setAsked(key)}
        >
          {label}
        </Button>
      ))}
      {asked && (
        <BulkDialog
          population={population}
          decision={asked}
          chosen={chosen}
          acts={acts}
          onClose={(isDone) => {
            setAsked(undefined);
            if (isDone) picks.end();
          }}
        />
      )}
    </div>
  );
}

interface BulkDialogProps {
  population: Population;
  decision: Decision;
  chosen: readonly ReviewAccount[];
  acts: Decisions;
  onClose: (isDone: boolean) => void;
}

function BulkDialog({ population, decision, chosen, acts, onClose }: BulkDialogProps) {
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const mine = chosen.filter(({ mayDecide }) => mayDecide);
  const leftOut = chosen.length - mine.length;
  const own = chosen.filter((account) => account.own && !account.mayDecide).length;
  const word = decisions.find(({ key }) => key === decision)!.label;
  const isNeeded = decision !== "keep";
  async function save() {
    setBusy(true);
    const isKept = await acts.decide(mine.map((account) => ({ account, decision, reason: reason.trim() })));
    setBusy(false);
    if (!isKept) return;
    toast.success(`${accountsOf(mine.length)} decided: ${word.toLowerCase()}`, {
      action: { label: "Undo", onPress: () => void acts.undo().then((done) => done && toast.success("Undone")) },
    });
    onClose(true);
  }
  return (
    <Dialog title={`${word} ${accountsOf(mine.length)}`} onClose={busy ? undefined : () => onClose(false)}>
      <DialogBody>
        <p>
          {word} access to {accountsOf(mine.length)} of {population.system}.
          {leftOut > 0 &&
            ` ${counted(leftOut)} selected ${leftOut === 1 ? "account is" : "accounts are"} left out: ${own > 0 ? "you can’t review your own access" : "another person decides"}.`}
        </p>
        {decision === "keep" && mine.length > 1 && (
          <p className="compact quiet">
            Look at each account first. Keeping many accounts in a moment is marked as a quick approval, and auditors
            see it.
          </p>
        )}
        <Field label={isNeeded ? "Reason" : "Reason (optional)"}>
          <Textarea rows={3} maxLength={1000} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" disabled={busy} onClick={() => onClose(false)}>
          Cancel
        </Button>
        <Button
          kind={decision === "remove" ? "danger" : "primary"}
          disabled={mine.length === 0 || (isNeeded && reason.trim() === "")}
          busy={
            busy && (acts.progress ? `Saved ${counted(acts.progress.done)} of ${counted(mine.length)}...` : "Saving...")
          }
          onClick={() => void save()}
        >
          {word}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
