import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { useWorkspace } from "../../company-context.tsx";
import { accountsOf, counted, listed } from "./reviews.ts";
import type { Population, ReviewDetails } from "./reviews.ts";

const NAMED = 3;

/** Accounts that came after the review read the system. */
export function Added({ review, population }: { review: ReviewDetails; population: Population }) {
  const { company } = useWorkspace();
  const { data } = useQuery(
    api.reviews.added.queryOptions({
      input: { companyId: company.id, reviewId: review.id, populationId: population.id },
    }),
  );
  if (!data || data.total === 0) return null;
  const { total, labels } = data;
  const named = labels.slice(0, NAMED);
  const others = total - named.length;
  return (
    <p className="compact review-added">
      <span className="strong">
        {accountsOf(total)} {total === 1 ? "was" : "were"} added since:
      </span>{" "}
      {others > 0 ? `${named.join(", ")} and ${counted(others)} more` : listed(named)}. The next review includes{" "}
      {total === 1 ? "it" : "them"}.
    </p>
  );
}
