import { Mark } from "#web/design/mark.tsx";
import type { ReportBlock, ReportCell, ReportTable } from "./report.ts";

interface BlocksProps {
  blocks: readonly ReportBlock[];
  /** Where each chapter begins, by its number. */
  places: ReadonlyMap<string, string>;
}

/** The pieces of a section, one below the other. */
export function ReportBlocks({ blocks, places }: BlocksProps) {
  return blocks.map((block, at) => <Block key={at} block={block} places={places} />);
}

function Block({ block, places }: { block: ReportBlock; places: BlocksProps["places"] }) {
  switch (block.kind) {
    case "statement":
      return <p className="report-statement">{block.text}</p>;
    case "note":
      return <p className="report-note">{block.text}</p>;
    case "record":
      return (
        <p className="report-note" data-record>
          {block.text}
        </p>
      );
    case "result":
      return (
        <p className="report-result report-statement" data-finding={block.finding}>
          <span>{block.text}</span>
        </p>
      );
    case "list":
      return (
        <ul className="report-note">
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case "ticks":
      return (
        <div className="ticks" data-size="small" role="img" aria-label={block.text}>
          {block.findings.map((finding, at) => (
            <i key={at} data-finding={finding} />
          ))}
        </div>
      );
    case "signatures":
      return (
        <div className="report-signatures">
          {block.labels.map((label) => (
            <p key={label}>
              {label}
              <br />
              Date:
            </p>
          ))}
        </div>
      );
    case "table":
      return <Rows table={block} places={places} />;
  }
}

/** A table whose rows are numbered in the margin. On a phone each row is a short list; the roles keep it a table. */
function Rows({ table: { label, columns, rows }, places }: { table: ReportTable; places: BlocksProps["places"] }) {
  return (
    <table className="report-table" role="table" aria-label={label}>
      <colgroup>
        {columns.map(({ head, share }) => (
          <col key={head} width={`${share}%`} />
        ))}
      </colgroup>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ head }) => (
            <th key={head} role="columnheader" scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ number, cells }) => (
          <tr key={number + cells[0]?.text} role="row">
            {cells.map((cell, at) => (
              <td key={columns[at]?.head} role="cell" data-head={columns[at]?.head} data-record={cell.record}>
                {at === 0 && (
                  <span className="report-number" aria-hidden="true">
                    {number}
                  </span>
                )}
                <Cell cell={cell} places={places} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ cell: { text, note, finding, chapter }, places }: { cell: ReportCell; places: BlocksProps["places"] }) {
  const place = chapter === undefined ? undefined : places.get(chapter);
  return (
    <span>
      {finding ? (
        <Mark finding={finding} size="small">
          {text}
        </Mark>
      ) : place ? (
        <a href={`#${place}`}>{text}</a>
      ) : (
        text
      )}
      {note && <span className="report-note">{note}</span>}
    </span>
  );
}
