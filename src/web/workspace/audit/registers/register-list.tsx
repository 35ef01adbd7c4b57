import { Link } from "react-router";
import { longDate } from "#web/design/dates.ts";
import type { Finding } from "#web/design/finding.ts";
import { Mark } from "#web/design/mark.tsx";
import { Table, oneSection } from "#web/design/table.tsx";
import { withSpokenNumbers } from "../../exhibit-numbers.ts";
import { useSearch } from "../../use-search.ts";
import { counted, withheldWords } from "./sealed.ts";
import type { ListedRegister, SealedSnapshot } from "./sealed.ts";

const findings: Readonly<Record<ListedRegister["answers"][number]["outcome"], Finding>> = {
  pass: "passing",
  fail: "failing",
  unknown: "unknown",
  "not applicable": "not applicable",
};

/** A row for each register: its records, its confirmation, and what the exhibit says of each check that rests on it. */
export function RegisterList({ snapshot }: { snapshot: SealedSnapshot }) {
  const [search] = useSearch();
  const leadTo = (key: string) => {
    const next = new URLSearchParams(search);
    next.set("register", key);
    return { search: `?${next}` };
  };
  return (
    <Table
      label="Registers"
      marginHead="No."
      margin={(register) => String(snapshot.registers.indexOf(register) + 1)}
      columns={[
        {
          key: "label",
          head: "Register",
          phone: "title",
          cell: ({ key, label, withheldFields }) => (
            <>
              <Link className="row-action" preventScrollReset to={leadTo(key)}>
                {label}
              </Link>
              {withheldFields > 0 && <span className="own-line fine faint">{withheldWords(withheldFields)}</span>}
            </>
          ),
        },
        {
          key: "records",
          head: "Records",
          phone: "left",
          cell: ({ current, ended }) => (
            <>
              {counted(current)}
              {ended > 0 && <span className="own-line fine faint">{ended.toLocaleString("en-US")} ended</span>}
            </>
          ),
        },
        { key: "confirmed", head: "Confirmed complete", phone: "line", cell: Confirmed },
        { key: "answers", head: "Decides", phone: "line", cell: Answers },
      ]}
      rowKey={({ key }) => key}
      sections={oneSection(snapshot.registers)}
    />
  );
}

function Confirmed({ confirmation }: ListedRegister) {
  if (!confirmation) return <span className="faint">Not confirmed</span>;
  return (
    <span className="quiet">
      {counted(confirmation.count)} on {longDate(confirmation.at)}
      <span className="own-line fine faint">until {longDate(confirmation.until)}</span>
    </span>
  );
}

function Answers({ answers }: ListedRegister) {
  if (answers.length === 0) return <span className="faint">No check is decided by it yet</span>;
  return (
    <ul className="sealed-answers">
      {answers.map(({ id, title, control, outcome, reason }) => (
        <li key={id} title={withSpokenNumbers(reason)}>
          <Mark finding={findings[outcome]} size="small">
            {title}
          </Mark>{" "}
          <Link className="link fine" to={`/dashboard/controls/${control}`}>
            {control}
          </Link>
        </li>
      ))}
    </ul>
  );
}
