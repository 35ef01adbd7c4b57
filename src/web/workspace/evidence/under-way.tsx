import { Button, ButtonLink } from "#web/design/button.tsx";
import { Notice } from "#web/design/states.tsx";
import { useWorkspace } from "../company-context.tsx";
import { useBatch } from "./filing/batch.ts";
import { progressWords } from "./filing-store.ts";
import { useFiling } from "./use-filing.ts";

/** Files that go on being sent while the dialog is closed, and those that could not be filed. */
export function UnderWay({ onOpen }: { onOpen: () => void }) {
  const { company } = useWorkspace();
  const filing = useFiling(company.id);
  const failed = filing.files.filter(({ state }) => state === "failed").length;
  const words =
    progressWords(filing) ??
    (failed > 0 ? `${failed === 1 ? "1 file was" : `${failed} files were`} not added.` : undefined);
  if (words === undefined) return null;
  return (
    <Notice
      action={
        <Button size="small" onClick={onOpen}>
          Show
        </Button>
      }
    >
      {words}
    </Notice>
  );
}

/** Files that wait in the table of many, or are being added from there. */
export function WaitingFiles() {
  const { company } = useWorkspace();
  const { rows, filing } = useBatch(company.id);
  if (rows.length === 0) return null;
  const count = rows.length === 1 ? "1 file" : `${rows.length} files`;
  return (
    <Notice
      action={
        <ButtonLink size="small" to="/dashboard/evidence/add">
          Go on
        </ButtonLink>
      }
    >
      {filing ? `${count} still to add.` : `${count} ${rows.length === 1 ? "waits" : "wait"} to be added.`}
    </Notice>
  );
}
