import { registerTime, timeOfDay } from "#web/design/dates.ts";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import type { Health } from "./health.ts";

type Process = Health["processes"][number];
type Queue = Health["queues"][number];

const roleWords: Readonly<Record<string, string>> = {
  all: "Web and worker",
  web: "Web",
  worker: "Worker",
  signer: "Signer",
};

const processColumns: readonly Column<Process>[] = [
  {
    key: "role",
    head: "Process",
    phone: "title",
    cell: ({ role }) => <b className="strong">{roleWords[role] ?? role}</b>,
  },
  {
    key: "version",
    head: "Version",
    phone: "left",
    cell: ({ version, nodeVersion }) => (
      <span className="quiet">
        {version}, Node.js {nodeVersion}
      </span>
    ),
  },
  {
    key: "started",
    head: "Started (UTC)",
    phone: "hidden",
    align: "right",
    cell: ({ startedAt }) => registerTime(startedAt),
  },
  {
    key: "seen",
    head: "Last seen (UTC)",
    phone: "right",
    align: "right",
    cell: ({ lastSeenAt }) => timeOfDay(lastSeenAt),
  },
];

const queueColumns: readonly Column<Queue>[] = [
  {
    key: "queue",
    head: "Work",
    phone: "title",
    cell: ({ label }) => <b className="strong">{label}</b>,
  },
  {
    key: "oldest",
    head: "Oldest (UTC)",
    phone: "hidden",
    cell: ({ oldest }) => <span className="quiet">{oldest ? registerTime(oldest) : "None"}</span>,
  },
  {
    key: "waiting",
    head: "Waiting",
    phone: "left",
    align: "right",
    cell: ({ waiting }) => (
      <>
        {waiting}
        <span className="phone-only"> waiting</span>
      </>
    ),
  },
  { key: "running", head: "Running", phone: "hidden", align: "right", cell: ({ running }) => running },
  {
    key: "retrying",
    head: "Retrying",
    phone: "line",
    align: "right",
    cell: ({ retrying }) => (
      <>
        {retrying}
        <span className="phone-only"> retrying</span>
      </>
    ),
  },
  {
    key: "failed",
    head: "Failed",
    phone: "right",
    align: "right",
    cell: ({ failed }) => (
      <>
        {failed}
        <span className="phone-only"> failed</span>
      </>
    ),
  },
];

/** The processes of the last two minutes. */
export function Processes({ health: { processes } }: { health: Health }) {
  return (
    <Table
      label="Processes"
      marginHead="No."
      margin={(item) => String(processes.indexOf(item) + 1)}
      columns={processColumns}
      rowKey={({ id }) => id}
      sections={oneSection(processes)}
    />
  );
}

const isBusy = ({ waiting, running, retrying, failed }: Queue) => waiting + running + retrying + failed > 0;

/** Background work by its kind, where there is any. */
export function Queues({ health: { queues } }: { health: Health }) {
  const busy = queues.filter(isBusy);
  if (busy.length === 0) return <p className="quiet">No background work is waiting.</p>;
  return (
    <Table
      label="Background work"
      marginHead="No."
      margin={(item) => String(busy.indexOf(item) + 1)}
      columns={queueColumns}
      rowKey={({ queue }) => queue}
      sections={oneSection(busy)}
    />
  );
}
