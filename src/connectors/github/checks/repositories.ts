import type { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import type { Member } from "../../facts.ts";
import { observed, observedWhere, observeEach } from "../../facts.ts";
import { unlessAside, unseenRepositories } from "./every-repository.ts";

const HIDDEN = "GitHub does not show this setting: the plan lacks it, or it needs administration:read";
const AWAY = "archived";

/** What GitHub says of a feature of a repository. */
export const switches = { enabled: true, disabled: false };

/** A check of every repository, with those that we do not see. */
function repositoryCheck({
  kind = "github.repository",
  wanted,
  each,
  ...rest
}: Omit<ConnectorCheck, "version" | "judge"> & {
  readonly kind?: string;
  readonly wanted: string;
  readonly each: (facts: CheckFacts, member: Member) => Observation;
}): ConnectorCheck {
  return {
    ...rest,
    version: 2,
    judge: (facts) => [
      ...observeEach(facts, kind, (member) => each(facts, member)),
      ...unseenRepositories(facts, wanted),
    ],
  };
}

const secretScanning = repositoryCheck({
  id: "gh.repo.secret-scanning",
  title: "Secret scanning and push protection are on",
  severity: "high",
  hint: "Enable secret scanning with push protection in code security settings.",
  // The library asks for scanning, not for push protection: "gh.alert.secret-limit" answers its sentence.
  answers: [],
  steps: ["organization", "repositories"],
  wanted: "both on",
  each: (_, { resource, data }) => {
    const [scanning, protection] = ["secretScanning", "pushProtection"].map((name) =>
      data.at(name).oneOf(switches).is(true),
    );
    const both = () => scanning!.and(protection!);
    const off = (on: Truth, clause: string) => on.say({ yes: [], no: [clause], unknown: [] as string[] });
    const clauses = () => [...off(scanning!, "secret scanning is off"), ...off(protection!, "push protection is off")];
    return observedWhere(data.at("archived").flag().is(false), resource, both, {
      observed: () => both().say({ yes: "both are on", no: clauses().join(", "), unknown: HIDDEN }),
      wanted: "both on",
      otherwise: "archived",
    });
  },
});

const dependabot = repositoryCheck({
  id: "gh.repo.dependabot",
  title: "Dependabot alerts are on",
  severity: "high",
  hint: "Enable Dependabot alerts for the repository.",
  // Alerts rest on the dependency graph: where they are on, the components are listed.
  answers: ["inventory.software-listed/repositories"],
  steps: ["organization", "repositories"],
  wanted: "alerts on",
  each: (facts, { resource, data }) => {
    const on = () => data.at("dependabotAlerts").flag().is(true);
    const seen = observedWhere(data.at("archived").flag().is(false), resource, on, {
      observed: () => on().say({ yes: "alerts are on", no: "alerts are off", unknown: HIDDEN }),
      wanted: "alerts on",
      otherwise: AWAY,
    });
    return unlessAside(facts, () => data.at("name"), seen);
  },
});

const SCANNED_WITHIN_DAYS = 30;

const codeScanning = repositoryCheck({
  id: "gh.repo.code-scanning",
  title: "Code scanning runs",
  severity: "medium",
  hint: "Turn on CodeQL default setup or upload SARIF from CI.",
  answers: ["change.tests-required/scanning"],
  steps: ["organization", "repositories", "code-scanning"],
  kind: "github.code-scanning",
  wanted: "set up, or run within 30 days",
  each: (facts, { resource, data }) => {
    const oldest = new Date(facts.now.getTime() - (SCANNED_WITHIN_DAYS + 1) * 86_400_000);
    const setup = data.at("defaultSetup").oneOf({ configured: "on", "not-configured": "own", off: "off" });
    const newest = () => data.at("newestAnalysisOn").orNone().instant();
    const ran = () => setup.follow((item) => (item === "own" ? newest().atLeast(oldest, false) : setup.is("on")));
    const said = () => newest().say((at) => `last analysis on ${at.toISOString().slice(0, 10)}`, "no analysis yet");
    const seen = observed(resource, ran(), {
      observed: setup.is("own").say({
        yes: said(),
        no: setup.is("on").say({ yes: "default setup is on", no: "code scanning is switched off", unknown: HIDDEN }),
        unknown: HIDDEN,
      }),
      wanted: "set up, or run within 30 days",
    });
    return unlessAside(facts, () => data.at("repository"), seen);
  },
});

const privateUnlessListed = repositoryCheck({
  id: "gh.repo.private",
  title: "Repositories are private unless a decision lets them be public",
  severity: "high",
  hint: "Make the repository private, or have somebody approve under Approvals that it is public.",
  answers: ["confidentiality.private-repositories/repositories"],
  steps: ["organization", "repositories"],
  wanted: "private, or approved as public",
  each: (facts, { resource, data }) => {
    const truth = data.at("private").flag().is(true);
    const seen = observed(resource, truth, {
      observed: truth.say({ yes: "private", no: "public", unknown: "GitHub does not show whether it is public" }),
      wanted: "private, or approved as public",
    });
    return unlessAside(facts, () => data.at("name"), seen, "public-resource");
  },
});

export const repositoryChecks: readonly ConnectorCheck[] = [
  secretScanning,
  dependabot,
  codeScanning,
  privateUnlessListed,
];
