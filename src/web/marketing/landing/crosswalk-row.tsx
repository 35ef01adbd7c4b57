import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { columns, opened } from "./crosswalk.gen.ts";
import type { ControlDetails, CrosswalkRow as Row } from "./crosswalk.gen.ts";
import { sampleExhibit } from "./sample-exhibit.gen.ts";

interface CrosswalkRowProps {
  row: Row;
  number: number;
  open: boolean;
  /** What it shows when open, once that is here. */
  details: ControlDetails | undefined;
  onPress: () => void;
}

/** One control: its number, its title, and its strokes; when open, below them the requirements' own numbers. */
export function CrosswalkRow({ row, number, open, details, onPress }: CrosswalkRowProps) {
  const total = row.counts.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <tr role="row" className="crosswalk-line" data-open={open || undefined}>
        <td role="cell" className="crosswalk-number">
          {number}
        </td>
        <th role="rowheader" scope="row">
          <button type="button" aria-expanded={open} onClick={onPress}>
            {row.title}
          </button>
          <span className="crosswalk-total">
            {total} requirements
            <Strokes count={total} silent />
          </span>
        </th>
        {columns.map(({ key }, at) => (
          <td key={key} role="cell">
            <span className="crosswalk-lead">{row.leads[at]}</span>
            <Strokes count={row.counts[at]!} />
          </td>
        ))}
      </tr>
      {open && (
        <tr role="row" className="crosswalk-ids">
          <td role="cell" className="crosswalk-number" />
          <td role="cell" className="crosswalk-item">
            <p>{details?.statement ?? "Loading the library..."}</p>
            {row.id === opened.id && (
              <p>
                <span className="exhibit-number">{formatExhibitNumber(sampleExhibit.number)}</span>, the sample above,
                is filed here once.
              </p>
            )}
          </td>
          {columns.map(({ key, name }, at) => (
            <td key={key} role="cell">
              {details && (
                <>
                  <b className="crosswalk-name">{name}</b>
                  <ul>
                    {details.ids[at]?.map((id) => (
                      <li key={id}>{id}</li>
                    ))}
                  </ul>
                </>
              )}
            </td>
          ))}
        </tr>
      )}
    </>
  );
}

/** As many strokes as there are requirements; read aloud as their count, unless the count stands beside them. */
function Strokes({ count, silent }: { count: number; silent?: boolean }) {
  const words = `${count} ${count === 1 ? "requirement" : "requirements"}`;
  return (
    <svg
      className="strokes"
      {...(silent ? { "aria-hidden": true } : { role: "img", "aria-label": words })}
      width={count * 4}
      height="9"
      viewBox={`0 0 ${count * 4} 9`}
    >
      <path d={Array.from({ length: count }, (_, at) => `M${at * 4 + 1} 0v9`).join("")} />
    </svg>
  );
}
