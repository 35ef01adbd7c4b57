import { Link } from "react-router";
import { longDate } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { Table } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { AskedFor } from "./asked-for.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { ProgramTabs } from "./program-tabs.tsx";
import { addressOfRegister, groupsOf, nextOf, standing } from "./registers.ts";
import type { NextOfRegister } from "#domain/registers/next-of-register.ts";
import type { Register } from "./registers.ts";
import { TasksSection } from "./tasks-section.tsx";
import { useRegisters } from "./use-registers.ts";
import "./program.css";
import { Tally } from "./tally.tsx";

export const meta = () => [{ title: "Program - Exhibit" }];

/** What the person opens to take the next step of a register. */
const opens: Record<NextOfRegister["kind"], string> = {
  begin: "",
  approve: "?view=waiting",
  confirm: "?do=confirm",
  done: "",
};

const columns: readonly Column<Register>[] = [
  {
    key: "register",
    head: "Register",
    phone: "title",
    cell: (register) => (
      <>
        <Link className="row-action" to={addressOfRegister(register.key)}>
          {register.label}
        </Link>
        <span className="own-line fine faint">{register.summary}</span>
      </>
    ),
  },
  {
    key: "records",
    head: "Records",
    phone: "line",
    cell: (register) => (
      <>
        <span className="quiet">{standing(register)}</span>
        <AskedFor of={register} />
      </>
    ),
  },
  {
    key: "checks",
    head: "Decides",
    phone: "hidden",
    roomy: true,
    cell: ({ checks }) =>
      checks.length === 0 ? (
        <span className="faint">No check yet</span>
      ) : (
        <ul className="fine quiet">
          {checks.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      ),
  },
  { key: "confirmed", head: "Confirmed complete", phone: "line", cell: (register) => <Confirmed of={register} /> },
  { key: "next", head: "Next", phone: "actions", cell: (register) => <Next of={register} /> },
];

function Confirmed({ of: { confirmation } }: { of: Register }) {
  if (!confirmation) return <Mark finding="needs evidence">Not confirmed</Mark>;
  const { state, until, by, at } = confirmation;
  return (
    <>
      <Mark finding={state === "confirmed" ? "sealed" : "unknown"}>
        {state === "confirmed" ? `Until ${longDate(until)}` : `Ended ${longDate(until)}`}
      </Mark>
      <span className="own-line fine faint">
        {by.name}, {longDate(at)}
      </span>
    </>
  );
}

function Next({ of: register }: { of: Register }) {
  const { kind, words } = nextOf(register);
  const mayDo = {
    begin: register.may.write,
    approve: register.may.approve,
    confirm: register.may.confirm,
    done: false,
  };
  if (!mayDo[kind]) return <span className="quiet">{words}</span>;
  return (
    <Link className="link" to={addressOfRegister(register.key) + opens[kind]}>
      {words}
    </Link>
  );
}

/** Every register of the company: what it decides, how many records it has, until when it is confirmed, and what is next. */
export default function ProgramScreen() {
  const registers = useRegisters();
  return (
    <div className="page">
      <PageHead
        title="Program"
        sub="The records your company keeps about itself. Every change is in the ledger, and nothing is deleted."
      />
      <Screen data={registers} loading={<SkeletonRegister rows={6} columns={5} />} empty={null}>
        {(all) => (
          <>
            <ProgramTabs registers={all} />
            <FirstSteps />
            <TasksSection people={all.find(({ key }) => key === "people")} />
            <ConfirmedRegisters of={all} />
            <Table
              label="Registers"
              marginHead="No."
              margin={(register) => String(all.indexOf(register) + 1)}
              columns={columns}
              rowKey={({ key }) => key}
              sections={groupsOf(all).map(({ label, registers: rows }) => ({ title: label, rows }))}
            />
          </>
        )}
      </Screen>
    </div>
  );
}

/** How many registers are confirmed. */
function ConfirmedRegisters({ of: registers }: { of: readonly Register[] }) {
  const cells = registers.map((register) => ({ key: register.key, isDone: nextOf(register).kind === "done" }));
  const waiting = registers.reduce((sum, { counts }) => sum + counts.waiting, 0);
  return (
    <Tally cells={cells} label="registers confirmed complete">
      <p className="compact quiet">
        {waiting > 0
          ? `${waiting.toLocaleString("en-US")} ${waiting === 1 ? "record waits" : "records wait"} for approval.`
          : "A register that nobody confirmed decides nothing: empty is not compliant."}
      </p>
    </Tally>
  );
}
