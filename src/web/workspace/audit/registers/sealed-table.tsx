import { Link } from "react-router";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { spokenNumber } from "../../exhibit-numbers.ts";
import { stateOf, titleOf, withheldWords } from "./sealed.ts";
import type { SealedRecord, SealedRegister, SealedValue } from "./sealed.ts";

interface SealedTableProps {
  register: SealedRegister;
  records: readonly SealedRecord[];
  onOpen: (record: SealedRecord) => void;
}

/** Sealed records with the fields that the register's own list shows. On a phone each is a card. */
export function SealedTable({ register, records, onOpen }: SealedTableProps) {
  const label = (key: string) => register.fields.find((field) => field.key === key)?.label ?? key;
  const shown = register.columns.filter((key) => !register.fields.find((field) => field.key === key)?.withheld);
  const columns: readonly Column<SealedRecord>[] = [
    {
      key: "title",
      head: label(register.title),
      phone: "title",
      written: true,
      cell: (record) => (
        <>
          <button type="button" className="row-action" onClick={() => onOpen(record)}>
            {titleOf(register, record) ?? record.number}
          </button>
          {record.withheld > 0 && <span className="own-line fine faint">{withheldWords(record.withheld)}</span>}
        </>
      ),
    },
    {
      key: "state",
      head: "State",
      phone: "left",
      cell: (record) => <span className="quiet">{stateOf(register, record)}</span>,
    },
    ...shown.map((key, at): Column<SealedRecord> => ({
      key,
      head: label(key),
      phone: at < 2 ? "line" : "hidden",
      written: true,
      ...(at > 3 && { roomy: true }),
      cell: (record) => (
        <span className="quiet">
          <span className="only-phone cell-label">{label(key)}:</span>
          <SealedWords value={record.values.find(({ field }) => field === key)} />
        </span>
      ),
    })),
  ];
  return (
    <Table
      label={register.label}
      marginHead={records[0]?.number.split("-", 1)[0] ?? "No."}
      margin={({ number }) => number.slice(number.indexOf("-") + 1)}
      columns={columns}
      rowKey={({ number }) => number}
      sections={oneSection(records)}
    />
  );
}

/** A sealed value: its words, the exhibits that it cites as links, or that it is withheld. */
export function SealedWords({ value }: { value: SealedValue | undefined }) {
  if (!value) return <span className="faint">None</span>;
  if (value.text === null) return <span className="faint">Withheld</span>;
  if (value.exhibits.length === 0) return value.text;
  return value.exhibits.map(({ exhibit, withdrawn }, at) => (
    <span key={exhibit}>
      {at > 0 && ", "}
      {withdrawn ? (
        `${spokenNumber(exhibit)} (withdrawn)`
      ) : (
        <Link className="link" to={`/dashboard/evidence?exhibit=${exhibit}`}>
          <span className="exhibit-number">{spokenNumber(exhibit)}</span>
        </Link>
      )}
    </span>
  ));
}
