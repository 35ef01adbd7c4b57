import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** The order of a column that can be sorted by, or none while another one orders the rows. */
interface ColumnOrder {
  readonly direction: "up" | "down" | null;
  readonly onTurn: () => void;
}

export interface Column<Row> {
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "right";
  /** Left out on a screen narrower than 1200 px. */
  readonly roomy?: true;
  /** Holds what somebody wrote: a name, an address. It may be one long word, and does not widen its column. */
  readonly written?: true;
  /** Its head is a button that sorts by it. */
  readonly order?: ColumnOrder | undefined;
  /** Its place in the two lines a row has on a phone; `line` and `actions` are lines of their own, after the first and last. */
  readonly phone: "title" | "line" | "left" | "right" | "actions" | "hidden";
}

export interface TableSection<Row> {
  readonly title: string;
  /** A count beside the title, such as `5 of 6 passing`. */
  readonly note?: string;
  readonly rows: readonly Row[];
}

interface TableProps<Row> {
  /** The table's accessible name. */
  label: string;
  /** Head of the numbered margin: what the numbers are. */
  marginHead: string;
  margin: (row: Row) => string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Key of the row whose panel is open. */
  selected?: string | undefined;
  sections: readonly TableSection<Row>[];
}

/**
 * The ruled table: a number in the margin, a double rule, then the matter. On a phone each row becomes two lines; the
 * roles are written out because changing `display` takes a table's meaning away in some browsers. A cell may hold one
 * `row-action`, a link or button that covers the whole row.
 *
 * Section titles are for the eye; a screen reader hears them as the name of their group of rows, so that the table
 * counts exactly its rows.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, marginHead, columns, sections } = props;
  return (
    <table className="register" role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" className="register-margin">
            {marginHead}
          </th>
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              data-align={column.align}
              data-column={column.key}
              data-roomy={column.roomy}
              aria-sort={ariaSort(column.order)}
            >
              {column.order ? <OrderButton {...column.order}>{column.head}</OrderButton> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      {sections.map((section, at) => (
        // Two sections may have the same title, or none.
        <Section key={at} {...props} section={section} />
      ))}
    </table>
  );
}

function ariaSort(order: ColumnOrder | undefined) {
  if (!order?.direction) return undefined;
  return order.direction === "up" ? "ascending" : "descending";
}

function OrderButton({ direction, onTurn, children }: ColumnOrder & { children: ReactNode }) {
  return (
    <button type="button" className="register-order" onClick={onTurn}>
      {children}
      {direction && <Icon of={direction === "up" ? ArrowUp : ArrowDown} size={12} />}
    </button>
  );
}

function Section<Row>(props: TableProps<Row> & { section: TableSection<Row> }) {
  const { section, columns, rowKey, selected, margin } = props;
  const name = section.note ? `${section.title}, ${section.note}` : section.title;
  return (
    <tbody role="rowgroup" aria-label={name || undefined}>
      {section.title && (
        <tr className="register-section" aria-hidden="true">
          <td className="register-margin" />
          <td colSpan={columns.length}>
            <b>{section.title}</b>
            {section.note && <span>{section.note}</span>}
          </td>
        </tr>
      )}
      {section.rows.map((row) => (
        <tr key={rowKey(row)} role="row" aria-current={selected === rowKey(row) || undefined}>
          <td role="cell" className="register-margin" data-digits={digitsOf(margin(row))}>
            {margin(row)}
          </td>
          {columns.map((column) => (
            <td
              key={column.key}
              role="cell"
              data-align={column.align}
              data-column={column.key}
              data-written={column.written}
              data-phone={column.phone}
              data-roomy={column.roomy}
            >
              {column.cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** A register without sections. */
export function oneSection<Row>(rows: readonly Row[]): readonly TableSection<Row>[] {
  return [{ title: "", rows }];
}

/** How many digits a number of the margin has, where a phone's margin has no room for them at their usual size. */
function digitsOf(margin: ReactNode): number | undefined {
  return typeof margin === "string" && /^\d{4,}$/.test(margin) ? margin.length : undefined;
}
