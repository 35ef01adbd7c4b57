import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { exactTime, longDate } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { useCan, useWorkspace } from "../../company-context.tsx";
import { spokenNumber } from "../../exhibit-numbers.ts";
import { Accounts } from "./accounts.tsx";
import { Added } from "./added.tsx";
import { ListDialog } from "./list-dialog.tsx";
import { QuickWarning } from "./quick-warning.tsx";
import { accountsOf } from "./reviews.ts";
import type { Population, ReviewDetails } from "./reviews.ts";
import { useReviewRefresh } from "./use-decisions.ts";

interface PopulationViewProps {
  review: ReviewDetails;
  population: Population;
}

/** One system of a review: where its accounts are from, who decides, and the accounts. */
export function PopulationView({ review, population }: PopulationViewProps) {
  const { system, frozenAt } = population;
  return (
    <section aria-labelledby="population">
      <div className="review-section">
        <h2 className="title-part" id="population">
          {system}
        </h2>
        {frozenAt !== null && <Mark finding="sealed">Accounts sealed</Mark>}
      </div>
      {frozenAt === null && review.closedAt !== null ? (
        <p className="quiet">{system} was not read, so this review says nothing about its accounts.</p>
      ) : frozenAt === null ? (
        <NotRead review={review} population={population} />
      ) : (
        <>
          <Origin of={population} />
          {population.list && <NewerList of={population} />}
          <QuickWarning population={population} />
          {review.closedAt === null && <Added review={review} population={population} />}
          {population.decided.accounts === 0 ? (
            <p className="quiet">{system} had no active accounts when it was read. Nothing is left to decide.</p>
          ) : (
            <Accounts review={review} population={population} />
          )}
        </>
      )}
    </section>
  );
}

function Origin({ of: { decided, exhibit, exhibitId, seenAt, list, reviewer, other } }: { of: Population }) {
  return (
    <p className="compact quiet">
      {accountsOf(decided.accounts)}
      {list === null && ", complete"}.{" "}
      {exhibit && exhibitId && (
        <>
          Sealed as{" "}
          <Link className="exhibit-number" to={`/dashboard/evidence?item=${exhibitId}`}>
            {spokenNumber(exhibit)}
          </Link>
          {seenAt && list === null && `, read on ${exactTime(seenAt)}`}.{" "}
        </>
      )}
      {list &&
        `Exported from ${list.exportedFrom} on ${longDate(list.exportedOn)}; ${list.by.name} confirmed its count. `}
      Reviewer: {reviewer.name}.
      {other.userId !== reviewer.userId && ` ${other.name} decides on the reviewer’s own accounts.`}
    </p>
  );
}

/** Nothing reads this system by itself: what a review removed is verified by the next list of it. */
function NewerList({ of: { systemId, system, connected } }: { of: Population }) {
  const mayManage = useCan("reviews.manage");
  const [isListing, setListing] = useState(false);
  if (!mayManage || connected) return null;
  return (
    <div className="cluster">
      <p className="compact quiet">Removed accounts are verified by a later list.</p>
      <Button size="small" onClick={() => setListing(true)}>
        Upload Newer List
      </Button>
      {isListing && <ListDialog systemId={systemId} system={system} onClose={() => setListing(false)} />}
    </div>
  );
}

/** A system whose accounts were not read keeps the review open until they are. */
function NotRead({ review, population }: PopulationViewProps) {
  const { company } = useWorkspace();
  const mayManage = useCan("reviews.manage");
  const refresh = useReviewRefresh();
  const { system, systemId, connected, outOfReach } = population;
  const [isListing, setListing] = useState(false);
  const reading = useMutation({
    mutationFn: () =>
      client.reviews.freeze({ companyId: company.id, reviewId: review.id, populationId: population.id }),
    onError: (error) => showError(error, "The accounts could not be added"),
    onSettled: refresh,
  });
  return (
    <div className="notice">
      <div className="narrows">
        <p className="strong">
          {outOfReach
            ? `${system} was disconnected or removed before it was read.`
            : connected
              ? `${system} was not read completely in the last 7 days.`
              : `${system} has no list of the last 7 days.`}
        </p>
        <p className="compact quiet">
          {outOfReach
            ? "You can close the review without it, once every other account is decided. Or read it again: "
            : "The review stays open until its accounts are here. "}
          {connected
            ? `Connect ${system}, run it, then add its accounts.`
            : `Upload its list of accounts, or connect ${system}. Then add its accounts.`}
        </p>
      </div>
      {mayManage && (
        <div className="cluster">
          <ButtonLink to="/dashboard/integrations">Open Integrations</ButtonLink>
          {!connected && <Button onClick={() => setListing(true)}>Upload List of Accounts</Button>}
          <Button kind="primary" busy={reading.isPending && "Adding..."} onClick={() => reading.mutate()}>
            Add Accounts
          </Button>
        </div>
      )}
      {isListing && <ListDialog systemId={systemId} system={system} onClose={() => setListing(false)} />}
    </div>
  );
}
