import { everyOf, populationOf } from "#domain/facts/population.ts";
import type { Reading } from "#domain/facts/reading.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { memberOf, observedWhere, observeEach } from "../../facts.ts";
import { unlessAside, unseenRepositories } from "./every-repository.ts";
import { switches } from "./repositories.ts";

// Two limits for each kind of alert: the one that we advise, and the one of the library's sentence, which alone answers it. An
// alert between the two must not turn a control red.

const DAY = 86_400_000;

/** The rest of a check of alerts: what is asked of each, and of a repository, which has alerts only where something scans it. */
interface AlertCheck extends Pick<ConnectorCheck, "id" | "title" | "severity" | "hint" | "answers"> {
  readonly wanted: string;
  readonly kind: string;
  readonly step: string;
  readonly inTime: (alert: Reading, facts: CheckFacts) => Truth;
  readonly about: (alert: Reading) => string;
  readonly scanned: (repository: Reading) => Truth;
  readonly scanner: string;
  /** Whether it leaves out what a company set aside as outside production. */
  readonly productionOnly: boolean;
}

function alertCheck(check: AlertCheck): ConnectorCheck {
  const { kind, step, inTime, about, scanned, scanner, productionOnly, wanted, ...named } = check;
  return {
    ...named,
    version: 2,
    steps: ["organization", "repositories", step],
    judge: (facts) => {
      const archived = archivedIn(facts);
      const inProduction = (seen: Observation, name: () => Reading) =>
        productionOnly ? unlessAside(facts, name, seen) : seen;
      const alerts = observeEach(facts, kind, ({ resource, data }) => {
        const inUse = data.at("repositoryId").text().follow(archived).not();
        const seen = observedWhere(inUse, resource, () => inTime(data, facts), {
          observed: () => `${about(data)}, ${ageOf(data, facts)}`,
          wanted,
          otherwise: "of a repository that is archived",
        });
        return inProduction(seen, () => data.at("repository"));
      });
      const repositories = observeEach(facts, "github.repository", ({ resource, data }) => {
        const inUse = data.at("archived").flag().is(false);
        const seen = observedWhere(inUse, resource, () => scanned(data), {
          observed: () =>
            scanned(data).say({
              yes: `${scanner} is on`,
              no: `${scanner} is off`,
              unknown: `${scanner} is off, or GitHub does not show whether it is on`,
            }),
          wanted,
          otherwise: "archived",
        });
        return inProduction(seen, () => data.at("name"));
      });
      return [...alerts, ...repositories, ...unseenRepositories(facts, wanted)];
    },
  };
}

/** Whether a repository is archived, by its id. One that is not listed is not. */
function archivedIn(facts: CheckFacts): (id: string) => Truth {
  const byId = new Map(facts.items("github.repository").map((item) => [item.subject.id, memberOf(item)]));
  return (id) => {
    const repository = byId.get(id);
    return Truth.any(repository ? [repository.data.at("archived").flag().is(true)] : []);
  };
}

/** Whether an alert was opened within so many days. Exactly at its limit it is still in time. */
function isWithin(alert: Reading, facts: CheckFacts, days: number): Truth {
  const opened = alert.at("openedAt").instant();
  return opened.holds((at) => facts.now.getTime() - at.getTime() <= days * DAY);
}

function ageOf(alert: Reading, facts: CheckFacts): string {
  const opened = alert.at("openedAt").instant();
  return opened.say((at) => {
    const days = Math.floor((facts.now.getTime() - at.getTime()) / DAY);
    return days < 1 ? "open since today" : `open for ${days} ${days === 1 ? "day" : "days"}`;
  });
}

/** Of the alerts that a scanner would have opened none is known while it is off: silence says nothing. */
const noneUnseen = (on: Truth): Truth => everyOf(populationOf("alerts", [], on), () => on);

function dependencyCheck(
  named: Pick<AlertCheck, "id" | "title" | "answers">,
  limits: { readonly critical: number; readonly high: number },
): ConnectorCheck {
  const bySeverity = { ...limits, medium: Infinity, low: Infinity };
  return alertCheck({
    ...named,
    severity: "high",
    hint: "Update or replace the vulnerable dependency, or dismiss the alert with a reason.",
    kind: "github.dependabot-alert",
    step: "dependabot-alerts",
    wanted: `critical within ${limits.critical} days, high within ${limits.high}`,
    inTime: (alert, facts) =>
      alert
        .at("severity")
        .oneOf(bySeverity)
        .follow((days) => isWithin(alert, facts, days)),
    about: (alert) => {
      const severity = alert.at("severity").text();
      return severity.say((item) => `${item}, in a dependency`);
    },
    scanner: "Dependabot",
    scanned: (repository) => noneUnseen(repository.at("dependabotAlerts").flag().is(true)),
    productionOnly: true,
  });
}

/** With `demandsScanning` a repository without secret scanning fails; otherwise nothing is known of it. */
function secretCheck(
  named: Pick<AlertCheck, "id" | "title" | "hint" | "answers" | "wanted">,
  days: number,
  demandsScanning: boolean,
): ConnectorCheck {
  return alertCheck({
    ...named,
    severity: "critical",
    kind: "github.secret-alert",
    step: "secret-alerts",
    inTime: (alert, facts) => isWithin(alert, facts, days),
    about: () => "an exposed secret",
    scanner: "secret scanning",
    scanned: (repository) => {
      const on = repository.at("secretScanning").oneOf(switches).is(true);
      return demandsScanning ? on : noneUnseen(on);
    },
    productionOnly: false,
  });
}

export const alertChecks: readonly ConnectorCheck[] = [
  dependencyCheck(
    {
      id: "gh.alert.dependabot-age",
      title: "No critical dependency alert open over 7 days, no high one over 30",
      // Stricter than the library, which "gh.alert.dependabot-limit" answers.
      answers: [],
    },
    { critical: 7, high: 30 },
  ),
  dependencyCheck(
    {
      id: "gh.alert.dependabot-limit",
      title: "No critical dependency alert open over 14 days, no high one over 30",
      answers: ["vulns.dependencies/alerts"],
    },
    { critical: 14, high: 30 },
  ),
  secretCheck(
    {
      id: "gh.alert.secret-age",
      title: "No exposed secret open over one day",
      hint: "Revoke the secret at its issuer, then resolve the alert as revoked.",
      // Stricter than the library, which "gh.alert.secret-limit" answers.
      answers: [],
      wanted: "closed within 1 day",
    },
    1,
    false,
  ),
  secretCheck(
    {
      id: "gh.alert.secret-limit",
      title: "Secret scanning is on, and no exposed secret is open over seven days",
      hint: "Turn secret scanning on, and revoke what its alerts name at the issuer.",
      answers: ["auth.no-secrets-in-code/scanning", "auth.no-secrets-in-code/alerts"],
      wanted: "scanning on, and closed within 7 days",
    },
    7,
    true,
  ),
];
