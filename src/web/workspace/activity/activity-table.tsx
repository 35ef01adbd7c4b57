import { Link } from "react-router";
import type * as z from "zod";
import { pageOfSubject } from "#catalog/activity.ts";
import type { contract } from "#contract/index.ts";
import { Button } from "#web/design/button.tsx";
import { exactTime, registerTime } from "#web/design/dates.ts";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { withSpokenNumbers } from "../exhibit-numbers.ts";

type ActivityEntry = z.output<typeof contract.activity.list.output>["entries"][number];

const columns: readonly Column<ActivityEntry>[] = [
  { key: "what", head: "Action", phone: "title", cell: (entry) => <Sentence entry={entry} /> },
  {
    key: "event",
    head: "Event",
    phone: "left",
    roomy: true,
    cell: ({ event }) => <span className="mono fine faint">{event}</span>,
  },
  {
    key: "at",
    head: "When (UTC)",
    align: "right",
    phone: "right",
    cell: ({ at }) => (
      <time className="one-line quiet" dateTime={at} title={exactTime(at)}>
        {registerTime(at)}
      </time>
    ),
  },
];

/** A plain sentence, which leads to what it is about where that has a page. */
function Sentence({ entry: { event, subject, person, sentence } }: { entry: ActivityEntry }) {
  const page = pageOfSubject(event, subject);
  const who = <b className="strong">{person?.name ?? "A former member"}</b>;
  return (
    <span className="activity-sentence">
      {page ? (
        <Link className="row-action light" to={page}>
          {who} {withSpokenNumbers(sentence)}.
        </Link>
      ) : (
        <>
          {who} {withSpokenNumbers(sentence)}.
        </>
      )}
    </span>
  );
}

interface ActivityRegisterProps {
  entries: readonly ActivityEntry[];
  more: (() => void) | undefined;
  loadingMore: boolean;
}

/** The entries under their places in the ledger, newest first. */
export function ActivityTable({ entries, more, loadingMore }: ActivityRegisterProps) {
  return (
    <>
      <Table
        label="Activity"
        marginHead="No."
        margin={({ index }) => String(index)}
        columns={columns}
        rowKey={({ index }) => String(index)}
        sections={oneSection(entries)}
      />
      <div className="register-foot row centered gap-12">
        <span>Showing {entries.length.toLocaleString("en-US")}</span>
        {more && (
          <Button size="small" busy={loadingMore && "Loading..."} onClick={more}>
            Show more
          </Button>
        )}
      </div>
    </>
  );
}
