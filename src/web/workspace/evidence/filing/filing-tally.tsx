import type { ExpectedDocument } from "../../documents/documents.ts";
import type { FilingRow, RowState } from "./filing-row.ts";

interface FilingTallyProps {
  rows: readonly FilingRow[];
  states: readonly RowState[];
  documents: readonly ExpectedDocument[];
}

/** Whether a row waits for a person. */
export const needsPerson = ({ kind }: RowState) => !["ready", "reading", "sending", "broken"].includes(kind);

/** How many files are ready, one mark for each, and what is wanted next. */
export function FilingTally({ rows, states, documents }: FilingTallyProps) {
  const ready = states.filter(({ kind }) => kind === "ready").length;
  const waiting = states.filter(needsPerson).length;
  const reading = states.filter(({ kind }) => kind === "reading").length;
  const chosen = new Set(
    rows.flatMap((row, at) => (states[at]?.kind === "ready" && !row.matter ? (row.document ?? []) : [])),
  );
  const missing = documents.filter(({ id, state }) => chosen.has(id) && state !== "on file").length;
  const parts = [
    `${ready} ready`,
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? "needs" : "need"} you`] : []),
    ...(reading > 0 ? [`${reading} ${reading === 1 ? "is" : "are"} being read`] : []),
  ];
  return (
    <div className="filing-tally">
      <p className="filing-count">
        {ready} of {rows.length} <small>ready</small>
      </p>
      <div className="filing-ticks" role="img" aria-label={`${rows.length} files: ${parts.join(", ")}`}>
        {states.map((state, at) => (
          <i
            key={rows[at]!.key}
            data-state={needsPerson(state) ? (state.kind === "choose" ? "open" : "asks") : state.kind}
          />
        ))}
      </div>
      <p className="fine quiet">
        {parts.slice(1).join(", ")}
        {parts.length > 1 && ". "}
        {missing > 0 && (
          <>
            After this,{" "}
            <b className="strong">{missing === 1 ? "1 missing document waits" : `${missing} missing documents wait`}</b>{" "}
            for a review.
          </>
        )}
      </p>
    </div>
  );
}
