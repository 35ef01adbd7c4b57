import { memo } from "react";
import { longDate } from "#web/design/dates.ts";
import { RequirementTags } from "#web/design/requirement-tags.tsx";
import { byteSize } from "#web/design/sizes.ts";
import { useWorkspace } from "../../company-context.tsx";
import type { ExpectedDocument } from "../../documents/documents.ts";
import { evidenceTypes } from "../evidence.ts";
import { batchOf, changeRow, setBatch } from "./batch.ts";
import { CellButton } from "./cell-button.tsx";
import { ControlsEditor } from "./controls-editor.tsx";
import { DocumentEditor } from "./document-editor.tsx";
import { choose, isLinked, longestName } from "./filing-row.ts";
import type { FilingChoices, FilingRow, RowFile, RowState } from "./filing-row.ts";
import { FieldEditor, ListEditor } from "./plain-editors.tsx";
import { RowNote } from "./row-note.tsx";
import { RowMark } from "./row-mark.tsx";

interface FilingLineProps {
  row: FilingRow;
  number: number;
  state: RowState;
  documents: readonly ExpectedDocument[];
  isSelected: boolean;
  /** While files are added nothing is changed. */
  isHeld: boolean;
  /** Whether it was pressed last: a phone shows all parts of it then, and of the others the document alone. */
  isOpen: boolean;
}

/** One file: what it will be filed as, each part a button that changes it, and below what a person has to answer. */
export const FilingLine = memo(function FilingLine(props: FilingLineProps) {
  const { row, number, state, documents, isSelected, isHeld, isOpen } = props;
  const { company } = useWorkspace();
  const document = documents.find(({ id }) => id === row.document);
  const change = (choice: Partial<FilingChoices>) =>
    changeRow(company.id, row.key, (now) => choose(now, choice, documents));
  const cell = { name: row.name || row.file.name, isHeld: isHeld || row.item !== undefined };
  return (
    <>
      <tr
        role="row"
        data-row={row.key}
        data-open={isOpen || undefined}
        data-missing={state.kind === "choose" ? state.missing : undefined}
        aria-current={isSelected || undefined}
      >
        <td role="cell" className="register-margin">
          <label className="filing-pick">
            <input
              type="checkbox"
              aria-label={`Select ${row.name || row.file.name}`}
              checked={isSelected}
              onChange={(event) => {
                const selected = new Set(batchOf(company.id).selected);
                if (event.target.checked) selected.add(row.key);
                else selected.delete(row.key);
                setBatch(company.id, { selected });
              }}
            />
            <span>{number}</span>
          </label>
        </td>
        <td role="cell" data-column="name">
          <CellButton
            cell="name"
            label={`Name of ${row.file.name}`}
            value={row.name && <bdi>{row.name}</bdi>}
            empty="Choose a name"
            {...cell}
            editor={(close) => (
              <FieldEditor
                label="Name"
                value={row.name}
                maxLength={longestName}
                onDone={(name) => close(() => change({ name }))}
              />
            )}
          />
          <span className="filing-under cut-off" title={row.path}>
            <FileWords file={row.file} />
          </span>
        </td>
        <td role="cell" data-column="document" data-label="Document">
          <CellButton
            cell="document"
            label={`Document of ${cell.name}`}
            value={
              row.matter
                ? "None: privileged"
                : (document?.title ?? (row.isSupporting ? "None: supporting evidence" : ""))
            }
            empty="Choose a document"
            {...cell}
            isHeld={cell.isHeld || Boolean(row.matter)}
            editor={(close) => (
              <DocumentEditor
                documents={documents}
                chosen={row.document}
                onDone={(id) =>
                  close(() => change(id === null ? { document: null, isSupporting: true } : { document: id }))
                }
              />
            )}
          />
          <span className="filing-under">{underDocument(row)}</span>
        </td>
        <td role="cell" data-column="type" data-label="Type">
          <CellButton
            cell="type"
            label={`Type of ${cell.name}`}
            value={row.type}
            empty="Choose"
            {...cell}
            editor={(close) => (
              <ListEditor
                label="Type"
                options={evidenceTypes.map((type) => ({ id: type, title: type }))}
                chosen={row.type}
                onDone={(type) => close(() => change({ type: type as FilingRow["type"] }))}
              />
            )}
          />
        </td>
        <td role="cell" data-column="controls" data-label="Controls">
          <CellButton
            cell="controls"
            label={`Controls of ${cell.name}`}
            value={row.controls.length > 0 ? <RequirementTags ids={row.controls} limit={2} /> : ""}
            empty="Choose"
            {...cell}
            editor={(close) => (
              <ControlsEditor chosen={row.controls} onDone={(controls) => close(() => change({ controls }))} />
            )}
          />
        </td>
        <td role="cell" data-column="date" data-label="Dated">
          <CellButton
            cell="date"
            label={`Date of ${cell.name}`}
            value={row.date && shortDate(row.date)}
            empty="Choose"
            {...cell}
            editor={(close) => (
              <FieldEditor label="Date" type="date" value={row.date} onDone={(date) => close(() => change({ date }))} />
            )}
          />
        </td>
        <td role="cell" data-column="state">
          <RowMark row={row} state={state} />
        </td>
      </tr>
      <RowNote row={row} state={state} document={document} isHeld={isHeld} />
    </>
  );
});

/** The file and its size; of one that is read by a link where from, and as what. */
function FileWords({ file }: { file: RowFile }) {
  if (!isLinked(file))
    return (
      <>
        <bdi>{file.name}</bdi>, {byteSize(file.size)}
      </>
    );
  const size = file.size > 0 ? [byteSize(file.size)] : [];
  return [file.sourceName, ...size, ...(file.exportedAs === null ? [] : [`exported as ${file.exportedAs}`])].join(", ");
}

/** `Nov 12, 2026` */
function shortDate(day: string): string {
  return longDate(day).replace(/^(\p{L}{3})\p{L}*/u, "$1");
}

function underDocument({ why, document, isSupporting, reading, matter }: FilingRow): string {
  if (matter) return "Decides nothing while it is privileged";
  if (document !== null) return why;
  if (isSupporting) return "Listed under its controls";
  return reading ? "Reading..." : "We could not tell";
}
