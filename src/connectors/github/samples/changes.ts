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

const all = [organization(), repository()];
/** With the organization, whose grant shows all of its repositories. */
const rules = (more: Parameters<typeof branchRules>[0] = {}) => [...all, branchRules(more)];

/** A plan without rules excuses nobody; a branch that nobody pushed to does not exist. */
const rest = {
  unknown: rules({ state: "not offered" }),
  notApplicable: rules({ state: "no branch" }),
};

export const changeFixtures: Readonly<Record<string, CheckFixtures>> = {
  "gh.repo.branch-protected": {
    pass: rules({ rulesets: [ruleset({ approvals: 0 })] }),
    fail: rules(),
    ...rest,
  },
  "gh.repo.review-required": {
    pass: rules({ rulesets: [ruleset()] }),
    fail: rules({ classic: classic({ approvals: 0 }) }),
    ...rest,
  },
  "gh.repo.no-force-push": {
    pass: rules({ classic: classic() }),
    fail: rules({ rulesets: [ruleset({ blocksForcePushes: false })] }),
    unknown: rules({ classic: classic({ forcePushes: null }) }),
    notApplicable: rest.notApplicable,
  },
  "gh.repo.admins-bound": {
    pass: rules({ rulesets: [ruleset()] }),
    // Another rule binds everybody, but not to review.
    fail: rules({ classic: classic({ approvals: 0 }), rulesets: [ruleset({ bypass: "somebody" })] }),
    unknown: rules({ rulesets: [ruleset({ bypass: "hidden" })] }),
    notApplicable: rest.notApplicable,
  },
  "gh.repo.status-checks": {
    pass: rules({ classic: classic() }),
    fail: rules({ classic: classic({ statusChecks: 0 }) }),
    unknown: [...all, unread(branchRules())],
    notApplicable: rest.notApplicable,
  },
  "gh.pr.reviewed": {
    pass: [...rules(), pullRequest()],
    fail: [...rules(), pullRequest({ approvals: [approval({ byId: 100 })] })],
    unknown: [...rules(), pullRequest({ approvals: [approval({ commit: null })] })],
    notApplicable: [...rules(), pullRequest({ mergedAt: daysBefore(31), approvals: [] })],
  },
};
