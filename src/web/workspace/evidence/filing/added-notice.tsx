import { useState } from "react";
import { useSearchParams } from "react-router";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { useWorkspace } from "../../company-context.tsx";
import { useMending } from "../use-mending.ts";
import { spokenNumber } from "../../exhibit-numbers.ts";
import { setBatch } from "./batch.ts";
import type { Batch } from "./batch.ts";
import { putBack } from "./file-batch.ts";

/** What was filed from the table, with the way back for all of it: the items are withdrawn, and their files stand in the table again. */
export function AddedNotice({ batch: { added, filing } }: { batch: Batch }) {
  const { company } = useWorkspace();
  const { withdraw } = useMending();
  const [search] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const control = search.get("control");
  if (added.length === 0 || filing) return null;
  const numbers = added.map(({ item }) => spokenNumber(item.exhibit));
  const open = added.filter(({ row }) => !row.matter);
  const waiting = open.filter(({ row }) => row.document !== null).length;
  async function undo() {
    setBusy(true);
    const done = await withdraw(
      open.map(({ item }) => item),
      "Added by mistake, and undone from the same page.",
      { quiet: true },
    );
    const ids = new Set(done.map(({ id }) => id));
    const undone = open.filter(({ item }) => ids.has(item.id));
    putBack(company.id, undone);
    setBusy(false);
  }
  return (
    <div className="notice" role="status">
      <p>
        <b className="strong">
          {added.length === 1
            ? `Added as ${numbers[0]}.`
            : `${added.length} items added, ${numbers[0]} to ${numbers.at(-1)}.`}
        </b>{" "}
        {waiting > 0 && `${waiting === 1 ? "1 document waits" : `${waiting} documents wait`} for a review. `}
        {open.length < added.length && "Privileged items can't be undone. "}
      </p>
      <span className="cluster">
        {open.length > 0 && (
          <Button size="small" busy={busy && "Undoing..."} onClick={() => void undo()}>
            {open.length === 1 ? "Undo" : `Undo all ${open.length}`}
          </Button>
        )}
        <ButtonLink size="small" to={control ? `/dashboard/controls/${control}` : "/dashboard/evidence"}>
          {control ? "Back to the control" : "Open the library"}
        </ButtonLink>
        <Button size="small" kind="quiet" disabled={busy} onClick={() => setBatch(company.id, { added: [] })}>
          Close
        </Button>
      </span>
    </div>
  );
}
