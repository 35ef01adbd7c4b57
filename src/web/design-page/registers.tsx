import { Mark } from "#web/design/mark.tsx";
import { SkeletonLines, SkeletonRegister } from "#web/design/skeleton.tsx";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { longWords } from "./long-words.ts";
import { Specimen, State } from "./specimen.tsx";

interface Row {
  readonly number: string;
  readonly title: string;
  readonly finding: "passing" | "failing";
}

const rows: readonly Row[] = [
  { number: "1", title: "Access is reviewed each quarter", finding: "passing" },
  { number: "2", title: longWords.unbroken, finding: "failing" },
  { number: "3", title: longWords.arabic, finding: "passing" },
];

const columns: readonly Column<Row>[] = [
  {
    key: "title",
    head: "Control",
    phone: "title",
    cell: ({ title }) => (
      <a className="row-action" href="#main">
        {title}
      </a>
    ),
  },
  { key: "finding", head: "Status", phone: "left", cell: ({ finding }) => <Mark finding={finding} /> },
  { key: "age", head: "Evidence from", phone: "right", align: "right", cell: () => "20 Nov 2026" },
  { key: "owner", head: "Owner", phone: "hidden", roomy: true, cell: () => "Maya Okafor" },
];

const shared = { marginHead: "No.", margin: ({ number }: Row) => number, columns, rowKey: ({ number }: Row) => number };

/** Ruled tables. */
export function Registers() {
  return (
    <>
      <Specimen of="Table">
        <State name="sections, one row open" wide>
          <Table
            {...shared}
            label="Controls by domain"
            selected="2"
            sections={[
              { title: "Access", note: "1 of 2 passing", rows: rows.slice(0, 2) },
              { title: longWords.japanese, rows: rows.slice(2) },
            ]}
          />
        </State>
        <State name="sorted by a column" wide>
          <Table
            {...shared}
            label="Controls in order"
            columns={columns.map((column, index) =>
              index < 2 ? { ...column, order: { direction: index === 0 ? "down" : null, onTurn: () => {} } } : column,
            )}
            sections={oneSection(rows.slice(0, 2))}
          />
        </State>
        <State name="hover" shown="hover" on="tbody tr" wide>
          <Table {...shared} label="Controls under a pointer" sections={oneSection(rows.slice(0, 1))} />
        </State>
        <State name="focus-visible" shown="focus-visible" on=".row-action" wide>
          <Table {...shared} label="Controls by keyboard" sections={oneSection(rows.slice(0, 1))} />
        </State>
        <State name="empty" wide>
          <Table {...shared} label="No controls" sections={oneSection([])} />
        </State>
      </Specimen>
      <Specimen of="SkeletonRegister" and={["SkeletonLines"]}>
        <State name="a register on its way" wide>
          <SkeletonRegister rows={3} columns={3} />
        </State>
        <State name="a text on its way">
          <SkeletonLines />
        </State>
      </Specimen>
    </>
  );
}
