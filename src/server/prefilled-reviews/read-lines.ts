import { getCheck } from "#catalog/index.ts";
import { prefilledReviews } from "#catalog/prefilled-reviews.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { isDecided } from "#domain/parts/answer.ts";
import type { PrefilledReviewKey } from "#domain/reviews/prefilled-review-keys.ts";
import type { SeenLine } from "#domain/reviews/seen-lines.ts";
import type { CheckState } from "#judge/check-states.ts";
import { readControlStates } from "../controls/control-states.ts";
import type { Tx } from "../db/as-caller.ts";

export type Line = SeenLine & { readonly state: CheckState["parts"][number]["systems"][number]["state"] };

/** What a review opens with: each system in each part of its checks, what was not read among them. */
export async function readLines(tx: Tx, companyId: string, review: PrefilledReviewKey, now: Date): Promise<Line[]> {
  const { checks } = prefilledReviews[review];
  const states = (await readControlStates(tx, companyId, now)).flatMap((state) => state.checks);
  return checks.flatMap((id) => {
    const check = states.find(({ checkId }) => checkId === id);
    return check ? linesOf(check) : [];
  });
}

const linesOf = ({ checkId, parts }: CheckState): Line[] =>
  parts.flatMap(({ part, systems }) =>
    systems.map(({ system, state, answers }) => ({
      key: `${checkId}/${part.aspect}/${system.id}`,
      check: getCheck(checkId).title,
      part: part.title,
      system: system.name,
      state,
      read: isDecided(state) ? readIn(answers) : null,
    })),
  );

/** What an exhibit says, the worst first. A person's test is no reading of a system. */
function readIn(answers: CheckState["answers"]): SeenLine["read"] {
  for (const { source, reason, number, evidenceId, observedAt } of answers)
    if (evidenceId !== null)
      return { source, reason, exhibit: formatExhibitNumber(number), evidenceId, at: observedAt };
  return null;
}
