import type { ReactNode } from "react";
import { Button } from "#web/design/button.tsx";
import { useWorkspace } from "../../company-context.tsx";
import { setBatch } from "./batch.ts";
import type { Batch, IndexNotice } from "./batch.ts";

/** What came of an index, and which files are not in the table. */
export function BatchNotices({ batch: { index, leftOut } }: { batch: Batch }) {
  const { company } = useWorkspace();
  return (
    <>
      {index && (
        <section className="notice filing-index" aria-label="Index">
          <IndexWords index={index} />
          <Button size="small" kind="quiet" onClick={() => setBatch(company.id, { index: undefined })}>
            Close
          </Button>
        </section>
      )}
      {leftOut.length > 0 && (
        <section className="notice filing-index" aria-label="Left out">
          <div>
            <p>{leftOut.length === 1 ? "1 file is" : `${leftOut.length} files are`} not in the table.</p>
            <Listed title="Show them">
              <ul>
                {leftOut.map(({ path, why }) => (
                  <li key={path}>
                    {path} <span className="quiet">{why}</span>
                  </li>
                ))}
              </ul>
            </Listed>
          </div>
          <Button size="small" kind="quiet" onClick={() => setBatch(company.id, { leftOut: [] })}>
            Close
          </Button>
        </section>
      )}
    </>
  );
}

function IndexWords({ index }: { index: IndexNotice }) {
  const { name, fault, matched = 0, rowsWithoutFile = [], filesWithoutRow = [] } = index;
  if (fault !== undefined)
    return (
      <p>
        <b className="strong">{name} was not used.</b> {fault} Nothing of it was applied, and it stands in the table as
        a file.
      </p>
    );
  return (
    <div>
      <p>
        <b className="strong">{name}</b> fills {matched === 1 ? "1 row" : `${matched} rows`}. The index itself is not
        added.
      </p>
      {rowsWithoutFile.length > 0 && (
        <Listed title={`${counted(rowsWithoutFile.length, "row")} without a file`}>
          <ul>
            {rowsWithoutFile.map(({ row, file, title }) => (
              <li key={row}>
                Row {row}: {file} <span className="quiet">{title}</span>
              </li>
            ))}
          </ul>
        </Listed>
      )}
      {filesWithoutRow.length > 0 && (
        <Listed title={`${counted(filesWithoutRow.length, "file")} without a row`}>
          <ul>
            {filesWithoutRow.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </Listed>
      )}
    </div>
  );
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** A list that unfolds. */
function Listed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="filing-listed">
      <summary>{title}</summary>
      {children}
    </details>
  );
}
