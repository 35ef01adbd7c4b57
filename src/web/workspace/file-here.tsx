import { Import, Plus } from "lucide-react";
import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { Button } from "#web/design/button.tsx";
import { useCan, useWorkspace } from "./company-context.tsx";
import { useDocuments } from "./documents/documents.ts";
import { AddEvidenceLater } from "./evidence/add-evidence-later.tsx";
import { addFiles } from "./evidence/filing-store.ts";
import { DropHint } from "./evidence/drop-hint.tsx";
import { useDrop } from "./evidence/use-drop.ts";
import type { PathFile } from "./evidence/filing/batch.ts";
import { ImportLater } from "./integrations/import-later.tsx";

type Way = "add" | "import";

/**
 * Files evidence for a control and reads reports on the control's own page, where what came of it is seen. Files that are dropped there
 * are for this control, and for the document that their name suggests, or the only one that is missing.
 */
export function FileHere({ controlId }: { controlId: string }) {
  const { company } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const expected = useDocuments().filter((document) => document.controlId === controlId);
  const [mayFile, mayImport] = [useCan("evidence.file"), useCan("imports.create")];
  // In the address, so that a reload keeps it; what was closed stays closed on the way back.
  const go = (way: Way | undefined, replace: boolean) => {
    const next = new URLSearchParams(search);
    for (const item of ["add", "import"]) next.delete(item);
    if (way) next.set(way, "1");
    setSearch(next, { replace, preventScrollReset: true });
  };
  const close = () => go(undefined, true);
  const isOpen = ["add", "import", "do"].some((form) => search.has(form));
  const take = useCallback(
    (files: readonly PathFile[]) => {
      addFiles(
        company.id,
        files.map(({ file }) => file),
      );
      setSearch(
        (before) => {
          before.set("add", "1");
          return before;
        },
        { preventScrollReset: true },
      );
    },
    [company.id, setSearch],
  );
  const hovering = useDrop(mayFile && !isOpen, take);
  const missing = expected.filter(({ asked, state }) => asked && ["missing", "returned", "expired"].includes(state));
  const document = search.get("document") ?? (missing.length === 1 ? missing[0]?.id : undefined);
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
      {hovering && <DropHint>Drop files to add them to this control</DropHint>}
      <>
        {mayFile && search.has("add") && (
          <AddEvidenceLater prefill={{ controls: [controlId], document, fromName: true }} onClose={close} />
        )}
        {mayImport && search.has("import") && <ImportLater onClose={close} />}
      </>
    </>
  );
}
