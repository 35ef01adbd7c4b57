import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { longDate } from "#web/design/dates.ts";
import { Select } from "#web/design/input.tsx";
import { useWorkspace } from "../../company-context.tsx";
import { useDocuments } from "../../documents/documents.ts";
import type { ExpectedDocument } from "../../documents/documents.ts";
import { useMatters } from "../use-matters.ts";
import { spokenNumber } from "../../exhibit-numbers.ts";
import { readAgain } from "./prepare-rows.ts";
import { unpackRow } from "./add-to-batch.ts";
import { batchOf, changeRow, setBatch } from "./batch.ts";
import { fileRows, skipRows } from "./file-batch.ts";
import { ConnectLink } from "./file-sources.tsx";
import { choose, isLinked } from "./filing-row.ts";
import type { Agreement, FilingRow, RowState } from "./filing-row.ts";

interface RowNoteProps {
  row: FilingRow;
  state: RowState;
  document: ExpectedDocument | undefined;
  isHeld: boolean;
}

/** What a person has to know or to answer before a file is added; nothing for a row that is ready. */
export function RowNote(props: RowNoteProps) {
  const words = <NoteWords {...props} />;
  if (["ready", "reading", "sending"].includes(props.state.kind)) return null;
  return (
    <tr role="row" className="filing-note">
      <td role="cell" className="register-margin" />
      <td role="cell" colSpan={6}>
        <div className="filing-answer">{words}</div>
      </td>
    </tr>
  );
}

function NoteWords({ row, state, document, isHeld }: RowNoteProps): ReactNode {
  const { company } = useWorkspace();
  const documents = useDocuments();
  const skip = <Act label="Skip" of={row} disabled={isHeld} onPress={() => skipRows(company.id, new Set([row.key]))} />;
  const agree = (label: string, to: Agreement) => (
    <Act
      label={label}
      of={row}
      disabled={isHeld}
      onPress={() => changeRow(company.id, row.key, (now) => ({ ...now, agreed: [...now.agreed, to] }))}
    />
  );
  // What could not be read is read first; what is ready then is added with the rest.
  const tryAgain = () => {
    if (!isLinked(row.file) || row.upload !== undefined) return void fileRows(company.id, [row.key], documents);
    readAgain(company.id, [row]);
  };
  switch (state.kind) {
    case "choose":
      return <p>{missingWords[state.missing]}</p>;
    case "duplicate":
      return (
        <>
          <p>
            {state.isOnFile ? (
              <>
                The content is already filed as{" "}
                <Link className="exhibit-number" to={`/dashboard/evidence?exhibit=${state.of}`}>
                  {spokenNumber(state.of)}
                </Link>
                .
              </>
            ) : (
              `The same file as row ${state.of}.`
            )}
          </p>
          {skip}
          {agree("Add it again", "duplicate")}
        </>
      );
    case "expired":
      return (
        <>
          <p>
            From {longDate(row.date)}, {document?.title} counted until {longDate(state.on)}. It will be filed, but it no
            longer counts. Change the date, or:
          </p>
          {agree("Add it anyway", "expired")}
          {skip}
        </>
      );
    case "confirm":
      return <Unreadable row={row} isHeld={isHeld} agree={agree("Add it anyway", "unreadable")} skip={skip} />;
    case "privileged":
      return <PrivilegeQuestion row={row} isHeld={isHeld} />;
    case "refused":
      return (
        <>
          <p>{state.why} It is not added.</p>
          {skip}
        </>
      );
    case "broken":
      return <p>Waiting for the connection. Nothing is lost; it goes on by itself.</p>;
    case "failed":
      return (
        <>
          <p>
            {row.item ? `Added as ${spokenNumber(row.item.exhibit)}, but not filed as ${document?.title}. ` : ""}
            {state.why}
          </p>
          {row.connect && <ConnectLink source={row.connect} />}
          <Act label="Try again" of={row} disabled={isHeld} onPress={tryAgain} />
          {row.item ? <Keep row={row} isHeld={isHeld} /> : skip}
        </>
      );
    default:
      return null;
  }
}

const missingWords = {
  name: "Choose a name of at most 300 characters.",
  document: "Choose a document, or file it as supporting evidence.",
  controls: "Choose a control that it supports.",
  type: "Choose its type.",
  date: "Choose the day that it is from, up to today.",
} as const;

function Act({
  label,
  of,
  disabled,
  onPress,
}: {
  label: string;
  of: FilingRow;
  disabled: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="link"
      aria-label={`${label}: ${of.file.name}`}
      disabled={disabled}
      onClick={onPress}
    >
      {label}
    </button>
  );
}

/** The item stays on file as supporting evidence, and its row leaves the table. */
function Keep({ row, isHeld }: { row: FilingRow; isHeld: boolean }) {
  const { company } = useWorkspace();
  function keep() {
    if (!row.item) return;
    setBatch(company.id, {
      added: [...batchOf(company.id).added, { row: { ...row, document: null }, item: row.item }],
    });
    skipRows(company.id, new Set([row.key]));
  }
  return <Act label="Keep it as supporting evidence" of={row} disabled={isHeld} onPress={keep} />;
}

function Unreadable({
  row,
  isHeld,
  agree,
  skip,
}: {
  row: FilingRow;
  isHeld: boolean;
  agree: ReactNode;
  skip: ReactNode;
}) {
  const { company } = useWorkspace();
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState("");
  async function unpack() {
    setBusy(true);
    setWhy((await unpackRow(company.id, row)) ?? "");
    setBusy(false);
  }
  if (row.unreadable === "program")
    return (
      <>
        <p>This is a program, which auditors cannot read as evidence.</p>
        {skip}
        {agree}
      </>
    );
  return (
    <>
      <p>{why || "This is an archive, which auditors cannot read as evidence."}</p>
      {!isLinked(row.file) && /\.zip$/i.test(row.file.name) && (
        <Act
          label={busy ? "Unpacking..." : "Unpack it"}
          of={row}
          disabled={isHeld || busy}
          onPress={() => void unpack()}
        />
      )}
      {skip}
      {agree}
    </>
  );
}

function PrivilegeQuestion({ row, isHeld }: { row: FilingRow; isHeld: boolean }) {
  const { company } = useWorkspace();
  const matters = useMatters();
  const documents = useDocuments();
  const [matter, setMatter] = useState(matters[0]?.id ?? "");
  const answer = (chosen: string) =>
    changeRow(company.id, row.key, (now) => choose(now, { matter: chosen }, documents));
  return (
    <>
      <p>
        <b className="strong">File as privileged?</b> Then only people on the matter's access list can read it, and it
        decides nothing.
      </p>
      {matters.length > 1 && (
        <Select
          aria-label={`Matter of ${row.file.name}`}
          value={matter}
          onChange={(event) => setMatter(event.target.value)}
        >
          {matters.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Act label="Privileged" of={row} disabled={isHeld} onPress={() => answer(matter)} />
      <Act label="Not privileged" of={row} disabled={isHeld} onPress={() => answer("")} />
    </>
  );
}
