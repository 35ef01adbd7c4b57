import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link } from "react-router";
import { timeNow } from "#web/clock.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { oneSection, Table } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { useCan, useWorkspace } from "../../company-context.tsx";
import { PrintMenu } from "../../documents/print-menu.tsx";
import { useSearch } from "../../use-search.ts";
import { printed } from "../printed.ts";
import { ProgramTabs } from "../program-tabs.tsx";
import { useRegisters } from "../use-registers.ts";
import { addressOfReview, counted, decidedOf, listed, reviewsAddress, standingOf } from "./reviews.ts";
import type { ReviewSummary } from "./reviews.ts";
import { StartDialog } from "./start-dialog.tsx";
import "./reviews.css";

export const meta = () => [{ title: "Access reviews - Exhibit" }];

const columns: readonly Column<ReviewSummary>[] = [
  {
    key: "review",
    head: "Review",
    phone: "title",
    written: true,
    cell: ({ id, name, systems }) => (
      <>
        <Link className="row-action" to={addressOfReview(id)}>
          {name}
        </Link>
        <span className="own-line fine faint">{listed(systems)}</span>
      </>
    ),
  },
  {
    key: "state",
    head: "State",
    phone: "left",
    cell: (review) => {
      const { finding, words } = standingOf(review, timeNow());
      return <Mark finding={finding}>{words}</Mark>;
    },
  },
  {
    key: "due",
    head: "Due",
    phone: "right",
    cell: ({ dueOn }) => longDate(dueOn),
  },
  {
    key: "decided",
    head: "Decided",
    phone: "line",
    cell: ({ decided, notRead }) => (
      <>
        {counted(decidedOf(decided))} of {counted(decided.accounts)} accounts
        {notRead > 0 && <span className="own-line fine review-bad">{counted(notRead)} not read</span>}
      </>
    ),
  },
  {
    key: "reviewers",
    head: "Reviewers",
    phone: "hidden",
    roomy: true,
    written: true,
    cell: ({ reviewers }) => listed(reviewers.map(({ name }) => name)),
  },
];

/** Access reviews: what is due, how far each is, and who decides. */
export default function ReviewsScreen() {
  const { company } = useWorkspace();
  const mayManage = useCan("reviews.manage");
  const registers = useRegisters();
  const [search, change] = useSearch();
  const reviews = useQuery(api.reviews.list.queryOptions({ input: { companyId: company.id } }));
  const isStarting = mayManage && search.get("do") === "start";
  const start = mayManage && (
    <Button kind="primary" icon={Plus} onClick={() => change({ do: "start" }, { replace: false })}>
      Start Review
    </Button>
  );
  return (
    <div className="page">
      <PageHead
        title="Access reviews"
        crumbs={[{ label: "Program", to: "/dashboard/program" }]}
        sub="Every quarter, decide for each account whether to keep, change or remove its access."
        actions={
          <>
            {reviews.data?.some(({ closedAt }) => closedAt !== null) && <PrintMenu documents={printed.reviews()} />}
            {start}
          </>
        }
      />
      {registers.data && <ProgramTabs registers={registers.data} here={reviewsAddress} />}
      <Screen
        data={reviews}
        loading={<SkeletonRegister rows={4} columns={5} />}
        empty={{
          when: (all) => all.length === 0,
          show: (
            <EmptyState title="No access reviews yet" action={start}>
              Start one to list the accounts of each connected system. Its reviewers then decide on every account.
            </EmptyState>
          ),
        }}
      >
        {(all) => (
          <Table
            label="Access reviews"
            marginHead="No."
            margin={({ number }) => String(number)}
            columns={columns}
            rowKey={({ id }) => id}
            sections={oneSection(all)}
          />
        )}
      </Screen>
      {isStarting && <StartDialog onClose={() => change({ do: "" }, { replace: true })} />}
    </div>
  );
}
