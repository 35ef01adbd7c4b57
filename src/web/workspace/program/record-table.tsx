import { memo } from "react";
import { Link } from "react-router";
import { timeNow } from "#web/clock.ts";
import { Mark } from "#web/design/mark.tsx";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { FieldWords } from "./field-words.tsx";
import { findingOfMark, isSortable, stateOf } from "./registers.ts";
import type { Register, RegisterField, RegisterRecord } from "./registers.ts";
import type { Selection } from "../use-selection.ts";
import type { RecordView } from "./use-record-view.ts";

interface RecordTableProps {
  register: Register;
  records: readonly RegisterRecord[];
  view: RecordView;
  selection: Selection<RegisterRecord>;
}

/** One page of a register, by the fields that are shown. On a phone each record is a card of up to three of them. */
export function RecordTable({ register, records, view, selection }: RecordTableProps) {
  const title = register.fields.find(({ key }) => key === register.title);
  const order = (key: string, sorts: boolean) =>
    sorts
      ? {
          direction: view.sort === key ? view.direction : null,
          onTurn: () => view.narrow({ sort: view.sort === key && view.direction === "up" ? `-${key}` : key }),
        }
      : undefined;
  const onPhone = phoneFields(view.columns);
  const columns: readonly Column<RegisterRecord>[] = [
    {
      key: "title",
      head: title?.label ?? "Name",
      phone: "title",
      order: order(register.title, title !== undefined && isSortable(title, register.title)),
      cell: (record) => (
        <TitleWords
          record={record}
          isPicked={selection.ids?.has(record.id)}
          onPick={selection.toggle}
          {...view.leadTo(record.id)}
          {...standingOf(register, record, view.view.state)}
        />
      ),
    },
    // Beside an open record there is no room for all of them.
    ...view.columns.slice(0, view.record ? 3 : undefined).map((field, index): Column<RegisterRecord> => ({
      key: field.key,
      head: field.label,
      phone: onPhone.includes(field) ? "line" : "hidden",
      ...(index > 2 && !onPhone.includes(field) && { roomy: true as const }),
      written: true,
      order: order(field.key, isSortable(field)),
      cell: (record) => <CellWords field={field} record={record} />,
    })),
  ];
  return (
    <Table
      label={register.label}
      marginHead={records[0]?.number.split("-", 1)[0] ?? "No."}
      margin={({ number }) => number.slice(number.indexOf("-") + 1)}
      columns={columns}
      rowKey={({ id }) => id}
      selected={view.record ?? undefined}
      sections={oneSection(records)}
    />
  );
}

/** A card has room for two fields: what follows from all others comes first, then who it is about and which day matters. */
function phoneFields(fields: readonly RegisterField[]): readonly RegisterField[] {
  const isPersonOrDay = ({ type, of }: RegisterField) => type === "person" || of === "person" || type === "date";
  const rank = (field: RegisterField) =>
    ["derived", "said"].includes(field.origin) ? 0 : isPersonOrDay(field) ? 1 : 2;
  return fields.toSorted((a, b) => rank(a) - rank(b)).slice(0, 2);
}

interface TitleWordsProps extends Standing {
  record: RegisterRecord;
  /** Undefined while nobody chooses records. */
  isPicked: boolean | undefined;
  onPick: (id: string) => void;
  to: string;
  state: unknown;
}

/** Cells are drawn anew where their own record changed: a key that edits one of them waits for its paint. */
const TitleWords = memo(function TitleWords({ record, isPicked, onPick, to, state, word, tone }: TitleWordsProps) {
  return (
    <>
      {isPicked !== undefined && (
        <input
          type="checkbox"
          className="row-pick"
          aria-label={`Select ${record.title}, ${record.number}`}
          checked={isPicked}
          onChange={() => onPick(record.id)}
        />
      )}
      <Link className="row-action" id={`record-${record.id}`} preventScrollReset to={to} state={state}>
        {record.title}
      </Link>
      {tone === "faint" && <span className="own-line fine faint">{word}</span>}
      {tone === "waits" && (
        <span className="own-line">
          <Mark finding="unknown" size="small">
            {word}
          </Mark>
        </span>
      )}
    </>
  );
});

const CellWords = memo(function CellWords({ field, record }: { field: RegisterField; record: RegisterRecord }) {
  const mark = record.marks[field.key];
  const words = <FieldWords field={field} record={record} short />;
  return (
    <span className="quiet cell-words">
      <span className="only-phone cell-label">{field.label}:</span>
      {mark === undefined || mark === "none" || mark === "good" ? (
        words
      ) : (
        <Mark finding={findingOfMark[mark]} size="small">
          {record.fields[field.key] === undefined ? "Missing" : words}
        </Mark>
      )}
    </span>
  );
});

interface Standing {
  word: string;
  tone: "faint" | "waits" | "untold";
}

/** How a record stands at this moment, where the list does not say it for all of them. */
function standingOf(register: Register, record: RegisterRecord, shown: string): Standing {
  const { word, isOver } = stateOf(register, record, timeNow());
  if (isOver) return { word, tone: "faint" };
  if (record.state === shown || (record.state === "open" && register.counts.waiting === 0 && shown !== "all"))
    return { word, tone: "untold" };
  return { word, tone: record.state === "waiting" ? "waits" : "faint" };
}
