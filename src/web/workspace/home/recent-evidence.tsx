import { Link } from "react-router";
import { registerTime } from "#web/design/dates.ts";
import { Hash } from "#web/design/hash.tsx";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { RequirementTags } from "#web/design/requirement-tags.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { ButtonLink } from "#web/design/button.tsx";
import { useCan } from "../company-context.tsx";
import { shortNumber } from "../exhibit-numbers.ts";
import type { Overview } from "./overview.ts";

type Item = Overview["recent"][number];

const columnsOf = (labelOf: (controlId: string) => string): readonly Column<Item>[] => [
  {
    key: "name",
    head: "Item",
    phone: "title",
    cell: (item) => (
      <Link className="row-action" to={`/dashboard/evidence?item=${item.id}`}>
        {item.name}
      </Link>
    ),
  },
  {
    key: "controls",
    head: "Controls",
    phone: "left",
    cell: (item) => <RequirementTags ids={item.controls.map(labelOf)} limit={2} />,
  },
  {
    key: "source",
    head: "Source",
    written: true,
    phone: "hidden",
    cell: (item) => (
      <span className="recent-source quiet" title={item.source}>
        {item.source}
      </span>
    ),
  },
  { key: "sha256", roomy: true, head: "SHA-256", phone: "hidden", cell: (item) => <Hash value={item.sha256} /> },
  {
    key: "collected",
    head: "Collected (UTC)",
    align: "right",
    phone: "right",
    cell: (item) => (
      <time className="one-line quiet" dateTime={item.collectedAt}>
        {registerTime(item.collectedAt)}
      </time>
    ),
  },
];

/** What came in last. */
export function RecentEvidence({ overview }: { overview: Overview }) {
  const { recent, evidence } = overview;
  const mayFile = useCan("evidence.file");
  const labelOf = (controlId: string) => {
    const requirement = overview.statuses.find((control) => control.controlId === controlId)?.requirement;
    return requirement ? `${controlId} ${requirement}` : controlId;
  };
  return (
    <section className="home-recent" aria-label="Recent Evidence">
      <div className="apart gap-12 below-8">
        <h2 className="title-card">Recent Evidence</h2>
        {recent.length > 0 && (
          <Link className="link link-alone compact" to="/dashboard/evidence">
            View all {evidence.total.toLocaleString("en-US")}
          </Link>
        )}
      </div>
      {recent.length === 0 ? (
        <EmptyState
          title="No evidence yet"
          action={
            mayFile && (
              <ButtonLink size="small" to="/dashboard/evidence?add=1">
                Add Evidence
              </ButtonLink>
            )
          }
        >
          {mayFile
            ? "Add a document or import a scanner report. Each item gets a number, a seal and a ledger entry."
            : "Owners, admins and members can add evidence. Each item gets a number, a seal and a ledger entry."}
        </EmptyState>
      ) : (
        <Table
          label="Recent Evidence"
          marginHead="EX"
          margin={(item) => shortNumber(item.exhibit)}
          columns={columnsOf(labelOf)}
          rowKey={(item) => item.id}
          sections={oneSection(recent)}
        />
      )}
    </section>
  );
}
