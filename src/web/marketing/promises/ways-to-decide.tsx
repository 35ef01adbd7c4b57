import { checkWays, documentWays, missing, ways } from "#catalog/ways.gen.ts";

type Way = (typeof ways)[number];

const columns: readonly { readonly head: string; readonly of: (way: Way) => number }[] = [
  { head: "Checks", of: ({ checks }) => checks },
  { head: "Machine", of: ({ machine }) => machine },
  { head: "In part", of: ({ partly }) => partly },
  { head: "Register", of: ({ register }) => register },
  { head: "Person", of: ({ person }) => person },
  { head: "Documents", of: ({ documents }) => documents },
];

const total = (of: (way: Way) => number) => ways.reduce((sum, way) => sum + of(way), 0);

/** For each control how many of its checks a machine, a register or a person can decide, and how many documents it expects. */
export function WaysToDecide() {
  return (
    <>
      <p>
        A control passes when all its checks pass and all its documents are on file and reviewed. Of{" "}
        {total((way) => way.checks)} checks, connectors and reports can decide {total((way) => way.machine)}, and parts
        of {total((way) => way.partly)} more, for the systems they read. Registers can decide{" "}
        {total((way) => way.register)}. A person tests the others and signs the result.
      </p>
      <p className="above-12">
        The shortest honest way to 22 of 22 is that of a company without any of the systems we ask about:{" "}
        {total(({ shortest }) => shortest.person)} tests by a person, {total(({ shortest }) => shortest.documents)}{" "}
        reviewed documents, and {total(({ shortest }) => shortest.notApplicable)} checks that do not apply by its own
        signed statement. A test takes this way on every change.
      </p>
      <p className="above-12">
        Of {total((way) => way.documents)} documents,{" "}
        {documentWays
          .filter(({ titles }) => titles.length > 0)
          .map(({ label, titles }) => `${titles.length} ${label.toLowerCase()}`)
          .join(", ")}
        . No check passes because a file was uploaded.
      </p>
      {missing.checks.length + missing.documents.length > 0 && (
        <p className="above-12">
          Our program is for {missing.of} checks, of which registers decide {missing.of - missing.checks.length} today.{" "}
          {missing.checks.length > 0 && `A person still tests: ${missing.checks.join("; ")}. `}
          {missing.documents.length > 0 && `You still file by hand: ${missing.documents.join("; ")}.`}
        </p>
      )}
      <details className="ways">
        <summary>All {ways.length} controls</summary>
        <table className="ways-table" role="table" aria-label="What decides each control">
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                Control
              </th>
              {columns.map(({ head }) => (
                <th key={head} role="columnheader" scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {ways.map((way) => (
              <Row key={way.id} title={way.title} of={(column) => column(way)} />
            ))}
          </tbody>
          <tfoot role="rowgroup">
            <Row title="All" of={total} />
          </tfoot>
        </table>
      </details>
      <details className="ways">
        <summary>
          All {total((way) => way.checks)} checks and {total((way) => way.documents)} documents
        </summary>
        <WayList title="Checks" ways={checkWays} />
        <WayList title="Documents" ways={documentWays} />
      </details>
    </>
  );
}

function Row({ title, of }: { title: string; of: (column: (way: Way) => number) => number }) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {title}
      </th>
      {columns.map((column) => (
        <td key={column.head} role="cell" data-head={column.head}>
          {of(column.of)}
        </td>
      ))}
    </tr>
  );
}

interface WayListProps {
  title: string;
  ways: readonly { readonly label: string; readonly titles: readonly string[] }[];
}

/** Checks or documents by what decides them or where they come from. */
function WayList({ title, ways: all }: WayListProps) {
  return (
    <dl className="ways-list" aria-label={title}>
      {all.map(({ label, titles }) => (
        <div key={label}>
          <dt>
            {title}: {label.toLowerCase()} <span className="quiet">{titles.length}</span>
          </dt>
          <dd>{titles.join("; ") || "None"}</dd>
        </div>
      ))}
    </dl>
  );
}
