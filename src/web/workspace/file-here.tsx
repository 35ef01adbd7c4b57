import { Import, Plus } from "lucide-react";
import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { Button } from "#web/design/button.tsx";
import { useCan } from "./company-context.tsx";
import { AddEvidenceLater } from "./evidence/add-evidence-later.tsx";
import { ImportLater } from "./integrations/import-later.tsx";

type Way = "add" | "import";

/** Files evidence for a control and reads reports on the control's own page, where what came of it is seen. */
export function FileHere({ controlId }: { controlId: string }) {
  const [search, setSearch] = useSearchParams();
  const [mayFile, mayImport] = [useCan("evidence.file"), useCan("imports.create")];
  // In the address, so that a reload keeps it; what was closed stays closed on the way back.
  const go = (way: Way | undefined, replace: boolean) => {
    const next = new URLSearchParams(search);
    for (const item of ["add", "import"]) next.delete(item);
    if (way) next.set(way, "1");
    setSearch(next, { replace, preventScrollReset: true });
  };
  const close = () => go(undefined, true);
  return (
    <>
      {mayImport && (
        <Button icon={Import} onClick={() => go("import", false)}>
          Import a Report
        </Button>
      )}
      {mayFile && (
        <Button icon={Plus} onClick={() => go("add", false)}>
          Add Evidence
        </Button>
      )}
      <Suspense>
        {mayFile && search.has("add") && <AddEvidenceLater prefill={{ controls: [controlId] }} onClose={close} />}
        {mayImport && search.has("import") && <ImportLater onClose={close} />}
      </Suspense>
    </>
  );
}
