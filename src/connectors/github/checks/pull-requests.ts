import { populationOf, someOf } from "#domain/facts/population.ts";
import type { Reading } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck } from "../../check.ts";
import { everyItem, memberOf, observedWhere, observeEach } from "../../facts.ts";
import { unlessLeftOut } from "../../exceptions.ts";
import { unlessAside, unseenRepositories } from "./every-repository.ts";

const DAYS = 30;
const wanted = "approved by someone else before it was merged";

const reviewed: ConnectorCheck = {
  id: "gh.pr.reviewed",
  version: 3,
  title: "Merged pull requests were approved by someone else",
  severity: "high",
  hint: "Review the listed merges, and record those that could not wait as emergency changes, with their address and the review.",
  answers: ["change.reviewed/merges"],
  steps: ["organization", "repositories", "branch-rules", "pull-requests"],
  judge: (facts) => {
    const since = new Date(facts.now.getTime() - DAYS * 86_400_000);
    const dismissing = dismissingIn(facts);
    const each = observeEach(facts, "github.pull-request", ({ resource, data }) => {
      const recent = data.at("mergedAt").instant().atLeast(since);
      const demands = () => demandsOn(data, dismissing);
      const seen = observedWhere(recent, resource, () => demands().at(-1)![0], {
        observed: () => wordsOf(demands()),
        wanted,
        otherwise: `merged more than ${DAYS} days ago`,
      });
      // A change that could not wait is excused by its address, once another person approved what its review found.
      const excused = unlessLeftOut(facts, "emergency-change", () => [addressOf(resource.label)], seen);
      return unlessAside(facts, () => data.at("repository"), excused);
    });
    return [...each, ...unseenRepositories(facts, wanted)];
  },
};

/** Where people see a pull request that GitHub calls "acme/api#12"; null for what is called otherwise. */
function addressOf(label: string): string | null {
  const [, repository, number] = /^([^/#\s]+\/[^/#\s]+)#(\d+)$/.exec(label) ?? [];
  return repository === undefined ? null : `https://github.com/${repository}/pull/${number}`;
}

/** Whether some rule of a repository, by its full name, dismisses approvals when something is pushed after them. */
function dismissingIn(facts: CheckFacts): (repository: string) => Truth {
  const all = everyItem(facts, "github.branch-rules", "branch-rules");
  const byName = new Map(facts.items("github.branch-rules").map((item) => [item.subject.label, memberOf(item)]));
  return (repository) => {
    const rules = byName.get(repository);
    return someOf(populationOf(all.name, rules ? [rules] : [], all.whole), ({ data }) =>
      Truth.any([
        data
          .at("classic")
          .orNone()
          .object()
          .follow((classic) => classic.at("dismissesStale").flag().is(true), false),
        data.at("rulesets").some((item) => item.at("dismissesStale").flag().is(true)),
      ]),
    );
  };
}

type Demand = readonly [met: Truth, otherwise: string];

/**
 * Whether an approval stands for what was merged, each demand with all before it; the last is the whole. Where GitHub itself
 * dismisses approvals of older commits, one that still stands is of the last; otherwise it must name the commit that was merged.
 */
function demandsOn(merge: Reading, dismissing: (repository: string) => Truth): readonly Demand[] {
  const byAnother = (approval: Reading) =>
    merge
      .at("authorId")
      .number()
      .follow((author) => approval.at("byId").number().is(author).not());
  const byPerson = (approval: Reading) => approval.at("byPerson").flag().is(true);
  const inTime = (approval: Reading) =>
    approval
      .at("at")
      .instant()
      .follow((at) => merge.at("mergedAt").instant().atLeast(at));
  const ofLast = (approval: Reading) => {
    const [approved, last] = [approval.at("commit").text(), merge.at("head").text()];
    const dismissed = () => merge.at("repository").text().follow(dismissing);
    return approved.follow((commit) => last.follow((head) => (commit === head ? approved.is(head) : dismissed())));
  };
  const stepwise = [
    [(approval: Reading) => approval.object().exists(), "no approval"],
    [byAnother, "approved by its author alone"],
    [byPerson, "approved by programs alone"],
    [inTime, "approved only after it was merged"],
    [ofLast, "changed after the last approval"],
  ] as const;
  return stepwise.map(([, otherwise], at) => {
    const asked = stepwise.slice(0, at + 1).map(([question]) => question);
    const met = merge.at("approvals").some((approval) => Truth.all(asked.map((question) => question(approval))));
    return [met, otherwise];
  });
}

function wordsOf(demands: readonly Demand[]): string {
  const unmet = demands.flatMap(([met, clause]) => met.say<string[]>({ yes: [], no: [clause], unknown: [] }));
  const unknown = "GitHub does not say who approved it, or what";
  return unmet[0] ?? demands.at(-1)![0].say({ yes: "approved by someone else", no: unknown, unknown });
}

export const pullRequestChecks: readonly ConnectorCheck[] = [reviewed];
