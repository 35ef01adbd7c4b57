import { Link, useSearchParams } from "react-router";
import { registerTime } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { dueOf, kinds, outcomes } from "./requests.ts";
import type { Listed } from "./requests.ts";

const columnsAt = (now: number): readonly Column<Listed>[] => [
  {
    key: "about",
    head: "From",
    phone: "title",
    cell: (request) => (
      <>
        <RequestLink request={request} />
        <span className="own-line wraps fine faint">{[request.company, request.about].filter(Boolean).join(", ")}</span>
      </>
    ),
  },
  { key: "kind", head: "Kind", phone: "hidden", cell: ({ kind }) => <span className="quiet">{kinds[kind]}</span> },
  { key: "state", head: "State", phone: "left", cell: (request) => <State request={request} now={now} /> },
  {
    key: "came",
    head: "Received (UTC)",
    phone: "right",
    align: "right",
    cell: ({ createdAt }) => (
      <time className="one-line quiet" dateTime={createdAt}>
        {registerTime(createdAt)}
      </time>
    ),
  },
];

/** One row for each; pressing it shows it whole. */
export function RequestsTable({ requests, now }: { requests: readonly Listed[]; now: number }) {
  return (
    <Table
      label="Requests"
      marginHead="No."
      margin={(request) => String(requests.indexOf(request) + 1)}
      columns={columnsAt(now)}
      rowKey={(request) => request.id}
      sections={oneSection(requests)}
    />
  );
}

function RequestLink({ request }: { request: Listed }) {
  const [search] = useSearchParams();
  const target = new URLSearchParams(search);
  target.set("request", request.id);
  return (
    <Link className="row-action" to={`?${target}`} preventScrollReset>
      {request.name}
    </Link>
  );
}

function State({ request, now }: { request: Listed; now: number }) {
  if (request.answeredAt !== null)
    return (
      <span className="quiet">
        {request.outcome ? outcomes[request.outcome] : "Answered elsewhere"}
        {request.answeredBy && <span className="not-phone own-line breaks fine faint">by {request.answeredBy}</span>}
      </span>
    );
  const due = dueOf(request, now);
  if (!due) return <span className="quiet">Open</span>;
  return due.late ? <Mark finding="failing">{due.message}</Mark> : <span className="one-line">{due.message}</span>;
}
