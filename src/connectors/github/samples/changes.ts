import type { CheckFixtures } from "../../check.ts";
import {
  approval,
  branchRules,
  classic,
  daysBefore,
  organization,
  pullRequest,
  repository,
  ruleset,
  unread,
} from "./items.ts";

const free = [organization({ plan: "free" }), repository()];
const notOffered = branchRules({ state: "not offered" });

/** GitHub Free has no rules for private repositories; where the plan is not known, nobody can say why there are none. */
const whereNotOffered = {
  unknown: [organization({ plan: null }), repository(), notOffered],
  notApplicable: [...free, notOffered],
};

export const changeFixtures: Readonly<Record<string, CheckFixtures>> = {
  "gh.repo.branch-protected": {
    pass: [branchRules({ rulesets: [ruleset({ approvals: 0 })] })],
    fail: [branchRules()],
    ...whereNotOffered,
  },
  "gh.repo.review-required": {
    // The union: the classic protection alone would not do.
    pass: [branchRules({ classic: classic({ approvals: 0 }), rulesets: [ruleset()] })],
    fail: [branchRules({ classic: classic({ approvals: 0 }) })],
    ...whereNotOffered,
  },
  "gh.repo.no-force-push": {
    pass: [branchRules({ classic: classic({ forcePushes: true }), rulesets: [ruleset({ blocksDeletions: false })] })],
    fail: [branchRules({ rulesets: [ruleset({ blocksForcePushes: false })] })],
    unknown: [branchRules({ classic: classic({ forcePushes: null }) })],
    notApplicable: [branchRules({ state: "no branch" })],
  },
  "gh.repo.admins-bound": {
    pass: [branchRules({ rulesets: [ruleset()] })],
    // Another rule binds administrators, but not to review.
    fail: [branchRules({ classic: classic({ approvals: 0 }), rulesets: [ruleset({ bypass: "somebody" })] })],
    unknown: [branchRules({ rulesets: [ruleset({ bypass: "hidden" })] })],
    notApplicable: [...free, notOffered],
  },
  "gh.repo.status-checks": {
    pass: [branchRules({ classic: classic() })],
    fail: [branchRules({ classic: classic({ statusChecks: 0 }) })],
    unknown: [unread(branchRules())],
    notApplicable: [...free, notOffered],
  },
  "gh.pr.reviewed": {
    pass: [branchRules(), pullRequest()],
    fail: [branchRules(), pullRequest({ approvals: [approval({ byId: 100 })] })],
    unknown: [branchRules(), pullRequest({ approvals: [approval({ commit: null })] })],
    notApplicable: [branchRules(), pullRequest({ mergedAt: daysBefore(31), approvals: [] })],
  },
};
