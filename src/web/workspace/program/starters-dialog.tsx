import { useState } from "react";
import { startersCsv, startersOf } from "#catalog/registers/starters.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { countedRecords, plural } from "./registers.ts";
import type { Register } from "./registers.ts";
import { useActs } from "./use-acts.ts";

/** Usual records of a register to begin with: all of a set, or the chosen ones of several. */
export default function StartersDialog({ register, onClose }: { register: Register; onClose: () => void }) {
  const acts = useActs(register);
  const sets = startersOf(register.key);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const nameOf = (set: (typeof sets)[number], at: number) => `${set.key} ${at}`;
  const titleOf = (record: (typeof sets)[number]["records"][number]) => String(record[register.title] ?? "");
  const choose = (names: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const name of names)
        if (isChosen) after.add(name);
        else after.delete(name);
      return after;
    });
  const records = sets.flatMap((set) => set.records.filter((_, at) => chosen.has(nameOf(set, at))));
  // Both sets have some under the same name.
  const once = [...new Map(records.map((record) => [titleOf(record), record])).values()];

  async function add() {
    setBusy(true);
    try {
      await acts.importCsv(startersCsv(once));
      onClose();
    } catch (error) {
      setBusy(false);
      showError(error, "These could not be added");
    }
  }

  return (
    <Dialog title={`Start with usual ${plural(register)}`} onClose={onClose}>
      <DialogBody>
        <p>
          Choose the {plural(register)} that fit your company. None is rated: you rate each, name an owner and a
          treatment.
        </p>
        {sets.map((set) => {
          const names = set.records.map((_, at) => nameOf(set, at));
          const isAll = names.every((name) => chosen.has(name));
          return (
            <CheckboxGroup key={set.key} label={set.label}>
              <Checkbox
                label={`All ${names.length}`}
                checked={isAll}
                onChange={({ target }) => choose(names, target.checked)}
              />
              {set.records.map((record, at) => (
                <Checkbox
                  key={names[at]}
                  label={titleOf(record)}
                  checked={chosen.has(names[at]!)}
                  onChange={({ target }) => choose([names[at]!], target.checked)}
                />
              ))}
            </CheckboxGroup>
          );
        })}
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" disabled={once.length === 0} busy={busy && "Adding..."} onClick={() => void add()}>
          {once.length === 0 ? `Add ${plural(register)}` : `Add ${countedRecords(register, once.length)}`}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
