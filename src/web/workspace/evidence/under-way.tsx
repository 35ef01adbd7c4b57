import { Button } from "#web/design/button.tsx";
import { Notice } from "#web/design/states.tsx";
import { useWorkspace } from "../company-context.tsx";
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
