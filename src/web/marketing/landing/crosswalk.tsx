import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import { CrosswalkRow } from "./crosswalk-row.tsx";
import { columns, opened, rows } from "./crosswalk.gen.ts";
import { useControlDetails } from "./use-control-details.ts";

const total = rows.reduce((sum, { counts }) => sum + counts.reduce((a, b) => a + b, 0), 0);

/** The whole crosswalk on one sheet: a control a line, a framework a column, a stroke for each requirement. */
export function Crosswalk() {
  const [open, setOpen] = useState<string | undefined>(opened.id);
  // On a phone, where scripts run, it is folded to its last line until somebody asks for all of it (crosswalk.css).
  const [folded, setFolded] = useState(true);
  const details = useControlDetails(open);
  return (
    <div className="crosswalk-band">
      <div className="site-wrap sheet">
        <div className="crosswalk-head">
          <h3 className="title-part">File once, use in seven frameworks</h3>
          <p className="lede">
            These are the 22 controls. Each stroke is a requirement that a control’s evidence supports: {total} in seven
            frameworks. Open a control to see their numbers. Your auditor decides whether a requirement is met.
          </p>
        </div>
        <table
          className="crosswalk"
          role="table"
          id="crosswalk"
          data-folded={folded || undefined}
          aria-label="The 22 controls and the requirements they support"
        >
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col" className="crosswalk-number">
                <span className="visually-hidden">Number</span>
              </th>
              <th role="columnheader" scope="col">
                Control
              </th>
              {columns.map(({ key, name }) => (
                <th key={key} role="columnheader" scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, at) => (
              <CrosswalkRow
                key={row.id}
                row={row}
                number={at + 1}
                open={open === row.id}
                details={details}
                onPress={() => setOpen(open === row.id ? undefined : row.id)}
              />
            ))}
          </tbody>
          <tfoot role="rowgroup">
            <tr role="row" className="crosswalk-sum">
              <td role="cell" className="crosswalk-number" />
              <th role="rowheader" scope="row">
                Each requirement counted once
              </th>
              {columns.map(({ key, name, reached, of }) => (
                <td key={key} role="cell">
                  <span className="crosswalk-name">{name}</span>
                  <span>
                    <b>{reached}</b> of {of}
                  </span>
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
        <div className="crosswalk-more">
          <Button wide aria-expanded={!folded} aria-controls="crosswalk" onClick={() => setFolded(!folded)}>
            {folded ? `Show all ${rows.length} controls` : "Show fewer"}
          </Button>
        </div>
      </div>
    </div>
  );
}
