import { documentCounts, ways } from "#catalog/ways.gen.ts";

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
        {documentCounts.map(({ label, count }) => `${count} ${label.toLowerCase()}`).join(", ")}.
      </p>
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
