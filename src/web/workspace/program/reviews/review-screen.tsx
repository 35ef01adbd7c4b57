import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { contract } from "#web/contract.ts";
import { addressOf } from "#web/address.ts";
import { api } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useTitle } from "#web/design/use-title.ts";
import { fetchFile, saveFile } from "#web/download.ts";
import { useCan, useWorkspace } from "../../company-context.tsx";
import { useSearch } from "../../use-search.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { CloseDialog } from "./close-dialog.tsx";
import { PopulationView } from "./population-view.tsx";
import { RemindReviewers } from "./remind-reviewers.tsx";
import { Removals } from "./removals.tsx";
import { accountsOf, counted, decidedOf, listed, openReasons, reviewsAddress } from "./reviews.ts";
import type { ReviewDetails } from "./reviews.ts";
import { SystemsList } from "./systems-list.tsx";
import "./reviews.css";

export const meta = () => [{ title: "Access review - Exhibit" }];

/** An access review: its systems, the accounts of one of them, and what became of removals. */
export default function ReviewScreen() {
  const { reviewId = "" } = useParams();
  const { company } = useWorkspace();
  const review = useQuery(api.reviews.get.queryOptions({ input: { companyId: company.id, reviewId } }));
  return (
    <div className="page">
      <Screen
        data={review}
        loading={<SkeletonRegister rows={8} columns={4} />}
        empty={null}
        back={{ label: "Back to access reviews", to: reviewsAddress }}
      >
        {(found) => <Review review={found} />}
      </Screen>
    </div>
  );
}

function Review({ review }: { review: ReviewDetails }) {
  const mayManage = useCan("reviews.manage");
  const [search, change] = useSearch();
  useTitle(review.name);
  const chosen = review.populations.find(({ id }) => id === search.get("system")) ?? firstOf(review);
  const reasons = openReasons(review);
  const mayEnd = mayManage && review.closedAt === null;
  const open = (what: string) => () => change({ do: what }, { replace: false });
  const stay = () => change({ do: "" }, { replace: true });
  return (
    <>
      <PageHead
        title={review.name}
        crumbs={[
          { label: "Program", to: "/dashboard/program" },
          { label: "Access reviews", to: reviewsAddress },
        ]}
        sub={subOf(review)}
        actions={
          <>
            <DownloadCsv review={review} />
            {mayEnd && decidedOf(review.decided) < review.decided.accounts && <RemindReviewers reviewId={review.id} />}
            {mayEnd && <Button onClick={open("cancel")}>Cancel Review</Button>}
            {mayEnd && (
              <Button
                kind="primary"
                disabled={reasons.length > 0}
                title={reasons.join(" ") || undefined}
                onClick={open("close")}
              >
                Close Review
              </Button>
            )}
          </>
        }
      />
      <Tally review={review} />
      <div className="review-page">
        <SystemsList review={review} chosen={chosen?.id} />
        <div className="narrows">
          {chosen && <PopulationView key={chosen.id} review={review} population={chosen} />}
          <Removals removals={review.removals} />
        </div>
      </div>
      {mayEnd && search.get("do") === "cancel" && <CancelDialog review={review} onClose={stay} />}
      {mayEnd && reasons.length === 0 && search.get("do") === "close" && <CloseDialog review={review} onClose={stay} />}
    </>
  );
}

/** The first system in which something is left to decide. */
function firstOf({ populations }: ReviewDetails) {
  return populations.find(({ decided }) => decidedOf(decided) < decided.accounts) ?? populations[0];
}

function subOf({ openedAt, openedBy, dueOn, closedAt, cancelled, leftOut }: ReviewDetails): string {
  const started = `Started on ${longDate(openedAt)} by ${openedBy.name}.`;
  if (closedAt === null) return `${started} Due by the end of ${longDate(dueOn)} (UTC).`;
  if (cancelled !== null) return `${started} Cancelled on ${longDate(closedAt)}: ${cancelled}`;
  return `${started} Closed on ${longDate(closedAt)}.${leftOut === null ? "" : ` Systems that were not read are left out: ${leftOut}`}`;
}

function DownloadCsv({ review }: { review: ReviewDetails }) {
  const { company } = useWorkspace();
  const [busy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      const file = await fetchFile(addressOf(contract.reviews.csv, { companyId: company.id, reviewId: review.id }));
      saveFile(file, `access-review-${review.number}.csv`);
    } catch (error) {
      showError(error, "The file could not be downloaded");
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button icon={Download} busy={busy && "Downloading..."} onClick={() => void download()}>
      Download CSV
    </Button>
  );
}

const CELLS = 60;

/** How much is decided, as cells: one for each account where they have room. */
function Tally({ review }: { review: ReviewDetails }) {
  const { decided } = review;
  const done = decidedOf(decided);
  const cells = Math.min(decided.accounts, CELLS);
  const full = decided.accounts === 0 ? 0 : Math.floor((done / decided.accounts) * cells);
  const reasons = review.closedAt === null ? openReasons(review).filter((reason) => reason.includes("read")) : [];
  const late = review.removals.filter(({ state }) => state === "back" || state === "late" || state === "still there");
  return (
    <div className="overview-tally review-tally">
      <p className="overview-figure">
        {counted(done)} of {counted(decided.accounts)} <small>accounts decided</small>
      </p>
      <div
        className="review-ticks"
        role="img"
        aria-label={`${accountsOf(decided.accounts)}: ${counted(done)} decided, ${counted(decided.accounts - done)} open`}
      >
        {Array.from({ length: cells }, (_, at) => (
          <i key={at} data-decided={at < full || undefined} />
        ))}
      </div>
      <p className="compact quiet">
        <span className="strong">
          {counted(decided.keep)} keep, {counted(decided.change)} change, {counted(decided.remove)} remove.
        </span>{" "}
        {reasons.length > 0 && `The review cannot be closed: ${reasons.join(" ")}`}
        {late.length > 0 &&
          `Not removed in time or back again: ${listed(late.slice(0, 3).map(({ account }) => account))}.`}
      </p>
    </div>
  );
}
