import { useMemo, useState } from "react";
import { Segmented } from "#web/design/tabs.tsx";
import { useWorkspace } from "../../company-context.tsx";
import { useDocuments } from "../../documents/documents.ts";

import type { Batch } from "./batch.ts";
import type { RowState } from "./filing-row.ts";
import { FilingLine } from "./filing-line.tsx";
import { needsPerson } from "./filing-tally.tsx";
import { SelectedRows } from "./selected-rows.tsx";
import { useTableKeys } from "./use-table-keys.ts";

interface FilingTableProps {
  batch: Batch;
  states: readonly RowState[];
}

/** More are drawn when somebody asks for them. */
const DRAWN = 60;
type Shown = "all" | "asks" | "ready";

/** Every file with what it will be filed as. All of it can be done by keyboard: the keys stand above it. */
export function FilingTable({ batch, states }: FilingTableProps) {
  const { company } = useWorkspace();
  const documents = useDocuments();
  const [shown, setShown] = useState<Shown>("all");
  const [drawn, setDrawn] = useState(DRAWN);
  const [opened, setOpened] = useState<string>();
  const { rows, selected, filing } = batch;
  const lines = rows.map((row, at) => ({ row, number: at + 1, state: states[at]! }));
  const fits = {
    all: () => true,
    asks: ({ state }: (typeof lines)[number]) => needsPerson(state),
    ready: ({ state }: (typeof lines)[number]) => state.kind === "ready",
  };
  const fitting = lines.filter(fits[shown]);
  const drawnKeys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const onKeyDown = useTableKeys(company.id, drawnKeys, documents);
  const option = (key: Shown, word: string) => ({ key, label: `${word} ${lines.filter(fits[key]).length}` });
  return (
    <>
      <div className="toolbar filing-toolbar">
        <Segmented
          label="Show"
          options={[option("all", "All"), option("asks", "Needs you"), option("ready", "Ready")]}
          chosen={shown}
          onChoose={setShown}
        />
        <p className="filing-keys not-phone" aria-label="Keys in the table">
          <Key of="↑ ↓">Move</Key>
          <Key of="Enter">Change</Key>
          <Key of="D">Document</Key>
          <Key of="T">Type</Key>
          <Key of="C">Controls</Key>
          <Key of="X">Select</Key>
          <Key of="F">Fill down</Key>
          <Key of="Ctrl Enter">Add</Key>
        </p>
      </div>
      <SelectedRows batch={batch} documents={documents} />
      <table
        role="table"
        className="register filing-table"
        aria-label="Files"
        onKeyDown={onKeyDown}
        onClick={(event) =>
          setOpened((event.target as HTMLElement).closest<HTMLElement>("tr[data-row]")?.dataset["row"] ?? opened)
        }
      >
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" className="register-margin">
              No.
            </th>
            {["Name", "Document", "Type", "Controls", "Dated", "State"].map((head) => (
              <th key={head} role="columnheader">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {fitting.slice(0, drawn).map(({ row, number, state }) => (
            <FilingLine
              key={row.key}
              row={row}
              number={number}
              state={state}
              documents={documents}
              isSelected={selected.has(row.key)}
              isHeld={filing}
              isOpen={opened === row.key}
            />
          ))}
        </tbody>
      </table>
      {fitting.length === 0 && <p className="padded-24 quiet">No file fits.</p>}
      {fitting.length > drawn && (
        <p className="filing-more quiet">
          Showing {drawn} of {fitting.length}.{" "}
          <button type="button" className="link" onClick={() => setDrawn(drawn + DRAWN)}>
            Show {Math.min(DRAWN, fitting.length - drawn)} more
          </button>
        </p>
      )}
    </>
  );
}

function Key({ of, children }: { of: string; children: string }) {
  return (
    <span>
      {of.split(" ").map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      {children}
    </span>
  );
}
