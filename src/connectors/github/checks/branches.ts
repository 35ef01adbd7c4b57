import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import type { Judged } from "../../each-item.ts";
import { eachItem } from "../../each-item.ts";
import type { BranchRules } from "../kinds.ts";
import { beyondFreePlan } from "./free-plan.ts";
import { lists, settingsOf } from "../settings.ts";

// Classic protection and rulesets are judged as their union: GitHub applies whatever is stricter.

const branchProtected = branchCheck({
  id: "gh.repo.branch-protected",
  title: "Default branch is protected",
  severity: "high",
  hint: "Add a ruleset for the default branch.",
  serves: ["change.review-required"],
  wanted: "a rule for the default branch",
  judge: ({ branch, classic, rulesets }) => {
    if (classic) return ["pass", `branch protection on ${branch}`];
    return rulesets.length > 0 ? ["pass", `a ruleset on ${branch}`] : ["fail", `no rule on ${branch}`];
  },
});

const reviewRequired = branchCheck({
  id: "gh.repo.review-required",
  title: "Default branch needs at least one approving review",
  severity: "high",
  hint: "Require one approval before merging.",
  serves: ["change.review-required"],
  wanted: "at least 1 approval",
  judge: (rules) => {
    const approvals = Math.max(rules.classic?.approvals ?? 0, ...rules.rulesets.map((one) => one.approvals));
    if (approvals === 0) return ["fail", `no approval needed on ${rules.branch}`];
    return ["pass", `${approvals} ${approvals === 1 ? "approval" : "approvals"} needed on ${rules.branch}`];
  },
});

const noForcePush = branchCheck({
  id: "gh.repo.no-force-push",
  title: "Force push and deletion of the default branch are blocked",
  severity: "high",
  hint: "Disallow force pushes and deletions in the ruleset.",
  // Deleting a branch and pushing another under its name is a force push in two steps.
  serves: ["change.review-required"],
  wanted: "neither force pushes nor deletion",
  judge: ({ branch, classic, rulesets }) => {
    const pushes = rulesets.some((one) => one.blocksForcePushes) ? false : allowed(classic, classic?.forcePushes);
    const deletions = rulesets.some((one) => one.blocksDeletions) ? false : allowed(classic, classic?.deletions);
    const open = [pushes === true && "force pushes", deletions === true && "deletion"].filter((one) => one !== false);
    if (open.length > 0) return ["fail", `${open.join(" and ")} allowed on ${branch}`];
    if (pushes === null || deletions === null) return ["unknown", "GitHub does not show the whole rule"];
    return ["pass", `force pushes and deletion blocked on ${branch}`];
  },
});

const adminsBound = branchCheck({
  id: "gh.repo.admins-bound",
  title: "Rules bind administrators too",
  severity: "medium",
  hint: 'Tick "Do not allow bypassing the above settings".',
  serves: ["change.review-required"],
  wanted: "nobody may pass the rules by",
  judge: ({ branch, classic, rulesets }) => {
    // A rule that binds administrators to something else than review does not stand for the one they may pass by.
    const all = [
      ...(classic ? [{ approvals: classic.approvals, binds: classic.bindsAdmins }] : []),
      ...rulesets.map((one) => ({
        approvals: one.approvals,
        binds: one.bypass === "hidden" ? null : one.bypass === "nobody",
      })),
    ];
    const reviewing = all.filter((one) => one.approvals > 0);
    const counting = reviewing.length > 0 ? reviewing : all;
    if (counting.length === 0) return ["fail", `no rule on ${branch}`];
    if (counting.some((one) => one.binds === true)) return ["pass", `the rules on ${branch} bind administrators`];
    if (counting.some((one) => one.binds === null))
      return ["unknown", "GitHub hides who may pass the ruleset by from those who only read"];
    return ["fail", `some may pass the rules on ${branch} by`];
  },
});

const statusChecks = branchCheck({
  id: "gh.repo.status-checks",
  title: "Default branch needs a passing status check",
  severity: "medium",
  hint: "Require a status check, such as your tests, before merging.",
  serves: ["change.tests-required"],
  wanted: "at least 1 status check",
  judge: ({ branch, classic, rulesets }) => {
    const needed = (classic?.statusChecks ?? 0) + rulesets.reduce((sum, one) => sum + one.statusChecks, 0);
    if (needed === 0) return ["fail", `no status check needed on ${branch}`];
    return ["pass", `${needed} status ${needed === 1 ? "check" : "checks"} needed on ${branch}`];
  },
});

export const branchChecks: readonly ConnectorCheck[] = [
  branchProtected,
  reviewRequired,
  noForcePush,
  adminsBound,
  statusChecks,
];

type BranchCheck = Omit<ConnectorCheck, "version" | "steps" | "judge"> & {
  readonly wanted: string;
  readonly judge: (rules: BranchRules) => Judged;
};

function branchCheck({ wanted, judge, ...rest }: BranchCheck): ConnectorCheck {
  return {
    ...rest,
    version: 1,
    steps: ["organization", "repositories", "branch-rules"],
    judge: (facts) => ofBranches(facts, wanted, judge),
  };
}

function ofBranches(facts: CheckFacts, wanted: string, judge: BranchCheck["judge"]): Observation[] {
  const { notProduction } = settingsOf(facts.settings);
  const unavailable = beyondFreePlan(facts);
  return eachItem<BranchRules>(facts, "github.branch-rules", wanted, (rules) => {
    if (lists(notProduction, rules.repository)) return ["not applicable", "set aside as outside production"];
    if (rules.state === "no branch") return ["not applicable", "nothing was pushed yet"];
    if (rules.state === "not offered")
      return unavailable(rules.repository)
        ? ["not applicable", "GitHub Free has no rules for private repositories"]
        : ["unknown", "GitHub offers no rules here, and does not say why"];
    return judge(rules);
  });
}

/** Whether classic protection allows something. Without any protection everything is allowed. */
function allowed(classic: BranchRules["classic"], flag: boolean | null | undefined): boolean | null {
  return classic ? (flag ?? null) : true;
}
