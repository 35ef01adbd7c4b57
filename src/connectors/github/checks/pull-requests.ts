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
    const dismissing = new Set(
      allOf<BranchRules>(facts, "github.branch-rules")
        .filter(({ classic, rulesets }) => classic?.dismissesStale || rulesets.some((one) => one.dismissesStale))
        .map((one) => one.repository),
    );
    return eachItem<PullRequest>(
      facts,
      "github.pull-request",
      "approved by someone else before it was merged",
      (one) => {
        if (Date.parse(one.mergedAt) < since || lists(notProduction, one.repository)) return undefined;
        return judgeMerge(one, dismissing.has(one.repository));
      },
    );
  },
};

/**
 * `dismisses`: approvals of older commits were dismissed by GitHub itself, so that one that still stands is of the last.
 * Otherwise the approval must name the commit that was merged.
 */
function judgeMerge(merge: PullRequest, dismisses: boolean): Judged {
  if (merge.approvals.length === 0) return ["fail", "no approval"];
  if (merge.authorId === null) return ["unknown", "its author's account is gone"];
  const byOthers = merge.approvals.filter((one) => one.byId !== merge.authorId);
  if (byOthers.length === 0) return ["fail", "approved by its author alone"];
  const byPeople = byOthers.filter((one) => one.byPerson || one.byId === null);
  if (byPeople.length === 0) return ["fail", "approved by programs alone"];
  const before = byPeople.filter((one) => one.at === null || Date.parse(one.at) <= Date.parse(merge.mergedAt));
  if (before.length === 0) return ["fail", "approved only after it was merged"];
  const ofLast = before.filter((one) => dismisses || one.commit === null || one.commit === merge.head);
  if (ofLast.length === 0) return ["fail", "changed after the last approval"];
  const certain = ofLast.some((one) => one.byId !== null && one.at !== null && (dismisses || one.commit !== null));
  return certain ? ["pass", "approved by someone else"] : ["unknown", "GitHub does not say who approved it, or what"];
}

export const pullRequestChecks: readonly ConnectorCheck[] = [reviewed];
