import type { Reading } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { ConnectorCheck, Observation } from "../../check.ts";
import type { Member } from "../../facts.ts";
import { observedWhere, observeEach } from "../../facts.ts";
import { unlessAside, unseenRepositories } from "./every-repository.ts";

// Classic protection and rulesets are judged as their union: GitHub applies whatever is stricter. A rule that somebody may pass by
// binds nobody, and what one rule demands another does not enforce.

/** One rule that applies to a branch: classic protection, or one ruleset. Each is read only where it is asked. */
interface Rule {
  readonly exists: () => Truth;
  readonly needsReview: () => Truth;
  readonly needsChecks: () => Truth;
  readonly blocksForcePushes: () => Truth;
  readonly blocksDeletions: () => Truth;
  /** Whether its demand for a review holds for everybody. */
  readonly reviewBinds: () => Truth;
  /** Whether the rest of it does. */
  readonly restBinds: () => Truth;
  /** Whether nobody may do what it forbids without a pull request. */
  readonly pushesBind: () => Truth;
}

function classicRule(data: Reading): Rule {
  const admins = () => data.at("bindsAdmins").flag().is(true);
  return {
    exists: () => data.object().exists(),
    needsReview: () => data.at("approvals").number().atLeast(1),
    needsChecks: () => data.at("statusChecks").number().atLeast(1),
    blocksForcePushes: () => data.at("forcePushes").flag().is(false),
    blocksDeletions: () => data.at("deletions").flag().is(false),
    reviewBinds: () => admins().and(data.at("bypass").oneOf({ nobody: true, somebody: false }).is(true)),
    restBinds: admins,
    pushesBind: admins,
  };
}

/** "hidden" is not on the list: who may pass a ruleset by is then not known. */
const bypasses = { nobody: "nobody", "pull requests": "pull requests", somebody: "somebody" };

function rulesetRule(data: Reading): Rule {
  const bypass = () => data.at("bypass").oneOf(bypasses);
  const nobody = () => bypass().is("nobody");
  return {
    exists: () => data.object().exists(),
    needsReview: () => data.at("approvals").number().atLeast(1),
    needsChecks: () => data.at("statusChecks").number().atLeast(1),
    blocksForcePushes: () => data.at("blocksForcePushes").flag().is(true),
    blocksDeletions: () => data.at("blocksDeletions").flag().is(true),
    reviewBinds: nobody,
    restBinds: nobody,
    pushesBind: () => bypass().oneOf(["nobody", "pull requests"]),
  };
}

/** Whether some rule of a branch is so; unknown where classic protection or rulesets were not read, whichever it is. */
function someRule(branch: Reading, question: (rule: Rule) => Truth): Truth {
  const classic = branch.at("classic").orNone();
  const rulesets = branch.at("rulesets");
  const read = Truth.all([classic.object().holds(() => true, true), rulesets.list().holds(() => true)]);
  const bySome = Truth.any([
    classic.object().follow((data) => question(classicRule(data)), false),
    rulesets.some((data) => question(rulesetRule(data))),
  ]);
  return bySome.and(read);
}

type Words = Parameters<Truth["say"]>[0] & Readonly<Record<"yes" | "no" | "unknown", string>>;
type BranchCheck = Omit<ConnectorCheck, "version" | "steps" | "judge"> & {
  readonly wanted: string;
  readonly judge: (branch: Reading) => Truth;
  readonly words: Words;
};

const HIDDEN = "GitHub hides who may pass the ruleset by from those who only read";

const branchProtected = branchCheck({
  id: "gh.repo.branch-protected",
  title: "Default branch is protected",
  severity: "high",
  hint: "Add a ruleset for the default branch.",
  // That there is a rule does not say what it demands, which is what the library asks.
  answers: [],
  wanted: "a rule for the default branch",
  judge: (branch) => someRule(branch, (rule) => rule.exists()),
  words: { yes: "there is a rule", no: "no rule", unknown: "GitHub does not show the rules" },
});

const reviewRequired = branchCheck({
  id: "gh.repo.review-required",
  title: "Default branch needs at least one approving review",
  severity: "high",
  hint: "Require one approval before merging.",
  answers: ["change.review-required/approvals"],
  wanted: "at least 1 approval",
  judge: (branch) => someRule(branch, (rule) => rule.needsReview()),
  words: { yes: "an approval is needed", no: "no approval is needed", unknown: "GitHub does not show the whole rule" },
});

const noForcePush = branchCheck({
  id: "gh.repo.no-force-push",
  title: "Force push and deletion of the default branch are blocked",
  severity: "high",
  hint: "Disallow force pushes and deletions in the ruleset, for administrators too.",
  // Deleting a branch and pushing another under its name is a force push in two steps.
  answers: ["change.review-required/history"],
  wanted: "neither force pushes nor deletion, by anybody",
  judge: (branch) =>
    Truth.all([
      someRule(branch, (rule) => rule.blocksForcePushes().and(rule.pushesBind())),
      someRule(branch, (rule) => rule.blocksDeletions().and(rule.pushesBind())),
    ]),
  words: {
    yes: "force pushes and deletion are blocked",
    no: "somebody may force a push or delete the branch",
    unknown: HIDDEN,
  },
});

const adminsBound = branchCheck({
  id: "gh.repo.admins-bound",
  title: "Nobody may pass the rules by, administrators included",
  severity: "medium",
  hint: 'Tick "Do not allow bypassing the above settings", and empty the bypass list.',
  answers: ["change.review-required/bypass"],
  wanted: "nobody may pass the rules by",
  judge: (branch) => {
    // A rule that binds everybody to something else than review does not stand for the one that somebody may pass by.
    const review = someRule(branch, (rule) => rule.needsReview());
    return Truth.any([
      someRule(branch, (rule) => rule.needsReview().and(rule.reviewBinds())),
      review.not().and(someRule(branch, (rule) => rule.exists().and(rule.reviewBinds()))),
    ]);
  },
  words: { yes: "the rules bind everybody", no: "some may pass the rules by", unknown: HIDDEN },
});

const statusChecks = branchCheck({
  id: "gh.repo.status-checks",
  title: "Default branch needs a passing status check",
  severity: "medium",
  hint: "Require a status check, such as your tests, before merging, and let nobody bypass it.",
  answers: ["change.tests-required/checks"],
  wanted: "at least 1 status check that nobody may pass by",
  judge: (branch) => someRule(branch, (rule) => rule.needsChecks().and(rule.restBinds())),
  words: { yes: "a status check is needed", no: "no status check that binds everybody", unknown: HIDDEN },
});

export const branchChecks: readonly ConnectorCheck[] = [
  branchProtected,
  reviewRequired,
  noForcePush,
  adminsBound,
  statusChecks,
];

function branchCheck({ judge, wanted, words, ...rest }: BranchCheck): ConnectorCheck {
  return {
    ...rest,
    version: 2,
    steps: ["organization", "repositories", "branch-rules"],
    judge(facts) {
      const ofBranch = ({ resource, data }: Member): Observation => {
        const state = data.at("state").oneOf({ read: "read", "no branch": "no branch" });
        const truth = judge(data);
        const seen = observedWhere(state.is("read"), resource, truth, {
          wanted,
          observed: state.is("read").say({
            yes: truth.say(words),
            no: "nothing was pushed yet",
            unknown: "GitHub offers no rules here: the plan does not include them",
          }),
          otherwise: "nothing was pushed yet",
        });
        return unlessAside(facts, () => data.at("repository"), seen);
      };
      return [...observeEach(facts, "github.branch-rules", ofBranch), ...unseenRepositories(facts, wanted)];
    },
  };
}
