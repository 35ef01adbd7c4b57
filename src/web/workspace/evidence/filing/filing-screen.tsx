import { FolderUp, Plus } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { failures } from "#contract/failures.ts";
import { timeNow } from "#web/clock.ts";
import { maxEvidenceBytes } from "#web/contract.ts";
import { Button } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { useTitle } from "#web/design/use-title.ts";
import { useCan, useWorkspace } from "../../company-context.tsx";
import { useDocuments } from "../../documents/documents.ts";
import { DropHint } from "../drop-hint.tsx";
import { useDrop } from "../use-drop.ts";
import { useControls } from "../use-library.ts";
import { useMatters } from "../use-matters.ts";
import { addToBatch } from "./add-to-batch.ts";
import { AddedNotice } from "./added-notice.tsx";
import { useBatch } from "./batch.ts";
import type { PathFile, Presets } from "./batch.ts";
import { BatchNotices } from "./batch-notices.tsx";
import { HiddenFiles } from "./hidden-files.tsx";
import { FilingDock } from "./filing-dock.tsx";
import { FilingStart } from "./filing-start.tsx";
import { FilingTable } from "./filing-table.tsx";
import { FromLinks } from "./from-links.tsx";
import { FilingTally } from "./filing-tally.tsx";
import { firstRows, stateOf } from "./filing-row.ts";
import type { RowState } from "./filing-row.ts";
import "./filing.css";

export const meta = () => [{ title: "Add files - Exhibit" }];

/** Many files at once: what each may be filed as is suggested, a person looks it through, and all are filed together. */
export default function FilingScreen() {
  const mayFile = useCan("evidence.file");
  if (mayFile) return <Filing />;
  return (
    <div className="page">
      <PageHead title="Add files" crumbs={crumbs} />
      <EmptyState title="You can't add evidence">
        Owners, admins and members can add evidence. Ask one of them.
      </EmptyState>
    </div>
  );
}

const crumbs = [{ label: "Evidence", to: "/dashboard/evidence" }];

function Filing() {
  const { company } = useWorkspace();
  const batch = useBatch(company.id);
  const states = useRowStates(company.id);
  const documents = useDocuments();
  const presets = usePresets();
  const [adding, setAdding] = useState(false);
  const add = useCallback(
    (files: readonly PathFile[]) => {
      setAdding(true);
      void addToBatch(company.id, files, presets).finally(() => setAdding(false));
    },
    [company.id, presets],
  );
  const hovering = useDrop(true, add);
  const { rows } = batch;
  const count = rows.length === 1 ? "1 file" : `${rows.length} files`;
  const withDocument = rows.filter(({ document }) => document !== null).length;
  const title = rows.length > 0 ? `Add ${count}` : "Add files";
  useTitle(title);
  return (
    <div className="page filing">
      <PageHead
        title={title}
        crumbs={crumbs}
        sub={
          rows.length === 0
            ? "Drop what you have. We suggest what each file is, and you decide."
            : `${withDocument} of them ${withDocument === 1 ? "has" : "have"} an expected document. Check each row, then add all at once.`
        }
        actions={rows.length > 0 && <MoreFiles onFiles={add} />}
      />
      <AddedNotice batch={batch} />
      <BatchNotices batch={batch} />
      {rows.length === 0 ? (
        <FilingStart onFiles={add} reading={adding} presets={presets} />
      ) : (
        <>
          <FilingTally rows={rows} states={states} documents={documents} />
          <FilingTable batch={batch} states={states} />
          <FromLinks presets={presets} />
        </>
      )}
      {hovering && <DropHint>Drop files or a folder to add them</DropHint>}
      {rows.length > 0 && <FilingDock batch={batch} states={states} />}
    </div>
  );
}

/** How each row stands, in the order of the rows. */
function useRowStates(companyId: string): readonly RowState[] {
  const { rows } = useBatch(companyId);
  const documents = useDocuments();
  const hasMatters = useMatters().length > 0;
  return useMemo(() => {
    const around = {
      documents,
      today: timeNow().toISOString().slice(0, 10),
      largest: maxEvidenceBytes,
      tooLarge: failures["file-too-large"].message,
      empty: failures["file-empty"].message,
      firstOf: firstRows(rows),
      hasMatters,
    };
    return rows.map((row, at) => stateOf(row, at + 1, around));
  }, [rows, documents, hasMatters]);
}

/** `?control=` and `&document=` choose these for every file that is added. */
function usePresets(): Presets {
  const [search] = useSearchParams();
  const controls = useControls().data;
  const documents = useDocuments();
  const control = search.get("control");
  const wanted = search.get("document");
  return useMemo(() => {
    const document = documents.find(({ id, notApplicable }) => id === wanted && notApplicable === null);
    if (document) return { document: document.id, controls: [document.controlId], type: document.type };
    return controls?.some(({ id }) => id === control) ? { controls: [control!] } : {};
  }, [controls, documents, control, wanted]);
}

function MoreFiles({ onFiles }: { onFiles: (files: readonly PathFile[]) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={FolderUp} onClick={() => folder.current?.click()}>
        Add a folder
      </Button>
      <Button icon={Plus} onClick={() => files.current?.click()}>
        Add more files
      </Button>
      <HiddenFiles input={files} label="More files" onFiles={onFiles} />
      <HiddenFiles input={folder} label="More files of a folder" onFiles={onFiles} folder />
    </>
  );
}
