import type { ConnectorCheck } from "../../check.ts";
import type { Judged } from "../../each-item.ts";
import { allOf, eachItem } from "../../each-item.ts";
import type { BranchRules, PullRequest } from "../kinds.ts";
import { lists, settingsOf } from "../settings.ts";

const DAYS = 30;

const reviewed: ConnectorCheck = {
  id: "gh.pr.reviewed",
  version: 1,
  title: "Merged pull requests were approved by someone else",
  severity: "high",
  hint: "Review the listed merges and record why each had no second reviewer.",
  serves: ["change.reviewed"],
  steps: ["repositories", "branch-rules", "pull-requests"],
  judge: (facts) => {
    const { notProduction } = settingsOf(facts.settings);
    const since = facts.now.getTime() - DAYS * 86_400_000;
    const dismissing = new Map(
      allOf<BranchRules>(facts, "github.branch-rules").map(({ repository, classic, rulesets }) => [
        repository,
        Boolean(classic?.dismissesStale) || rulesets.some((one) => one.dismissesStale),
      ]),
    );
    return eachItem<PullRequest>(
      facts,
      "github.pull-request",
      "approved by someone else before it was merged",
      (one) => {
        if (Date.parse(one.mergedAt) < since || lists(notProduction, one.repository)) return undefined;
        return judgeMerge(one, dismissing.get(one.repository));
      },
    );
  },
};

/**
 * `dismisses`: approvals of older commits were dismissed by GitHub itself, so that one that still stands is of the last.
 * Otherwise the approval must name the commit that was merged. Undefined where the rules of the branch could not be read.
 */
function judgeMerge(merge: PullRequest, dismisses: boolean | undefined): Judged {
  if (merge.approvals.length === 0) return ["fail", "no approval"];
  if (merge.authorId === null) return ["unknown", "its author's account is gone"];
  const byOthers = merge.approvals.filter((one) => one.byId !== merge.authorId);
  if (byOthers.length === 0) return ["fail", "approved by its author alone"];
  const byPeople = byOthers.filter((one) => one.byPerson || one.byId === null);
  if (byPeople.length === 0) return ["fail", "approved by programs alone"];
  const before = byPeople.filter((one) => one.at === null || Date.parse(one.at) <= Date.parse(merge.mergedAt));
  if (before.length === 0) return ["fail", "approved only after it was merged"];
  const ofLast = before.filter((one) => dismisses || one.commit === null || one.commit === merge.head);
  if (ofLast.length === 0)
    return dismisses === undefined
      ? ["unknown", "whether older approvals are dismissed is not known"]
      : ["fail", "changed after the last approval"];
  const certain = ofLast.some((one) => one.byId !== null && one.at !== null && (dismisses || one.commit !== null));
  return certain ? ["pass", "approved by someone else"] : ["unknown", "GitHub does not say who approved it, or what"];
}

export const pullRequestChecks: readonly ConnectorCheck[] = [reviewed];
