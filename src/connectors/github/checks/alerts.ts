import type { CheckFacts, ConnectorCheck } from "../../check.ts";
import { eachItem } from "../../each-item.ts";
import type { DependabotAlert, Repository, SecretAlert } from "../kinds.ts";
import { lists, settingsOf } from "../settings.ts";

// Two limits for each kind of alert: the one that we advise, and the one of the library's sentence, which alone speaks for
// its controls. An alert between the two must not turn a control red.

type Days = Readonly<Partial<Record<string, number>>>;

const DAY = 86_400_000;

function dependencyCheck(id: string, title: string, limits: Days, wanted: string, serves: string[]): ConnectorCheck {
  return {
    id,
    version: 1,
    title,
    severity: "high",
    hint: "Update or replace the vulnerable dependency, or dismiss the alert with a reason.",
    serves,
    steps: ["repositories", "dependabot-alerts"],
    judge: (facts) => {
      const { notProduction } = settingsOf(facts.settings);
      const alerts = eachItem<DependabotAlert>(facts, "github.dependabot-alert", wanted, (one) => {
        const limit = limits[one.severity];
        if (limit === undefined || isArchived(facts, one.repositoryId)) return undefined;
        if (lists(notProduction, one.repository)) return undefined;
        const about = `${one.severity}, ${one.package || "a dependency"}, `;
        return aged(facts, one.openedAt, limit, about);
      });
      const repositories = eachItem<Repository>(facts, "github.repository", wanted, (one) => {
        if (one.archived || lists(notProduction, one.name)) return undefined;
        // Where alerts are off, there being none says nothing.
        if (one.dependabotAlerts === false) return ["unknown", "Dependabot alerts are off"];
        return one.dependabotAlerts ? ["pass", "alerts are on"] : ["unknown", "whether alerts are on is not known"];
      });
      return [...alerts, ...repositories];
    },
  };
}

function secretCheck(id: string, title: string, limit: number, wanted: string, serves: string[]): ConnectorCheck {
  return {
    id,
    version: 1,
    title,
    severity: "critical",
    hint: "Revoke the secret at its issuer, then resolve the alert as revoked.",
    serves,
    steps: ["repositories", "secret-alerts"],
    judge: (facts) => {
      const alerts = eachItem<SecretAlert>(facts, "github.secret-alert", wanted, (one) =>
        isArchived(facts, one.repositoryId) ? undefined : aged(facts, one.openedAt, limit, `${one.secretType}, `),
      );
      const repositories = eachItem<Repository>(facts, "github.repository", wanted, (one) => {
        if (one.archived || one.secretScanning === null) return undefined;
        return one.secretScanning === "enabled"
          ? ["pass", "secret scanning is on"]
          : ["not applicable", "secret scanning is off"];
      });
      return [...alerts, ...repositories];
    },
  };
}

function aged(facts: CheckFacts, openedAt: string, limit: number, about: string) {
  const days = Math.floor((facts.now.getTime() - Date.parse(openedAt)) / DAY);
  // Exactly at its limit an alert is still in time.
  const late = facts.now.getTime() - Date.parse(openedAt) > limit * DAY;
  const open = days < 1 ? "open since today" : `open for ${days} ${days === 1 ? "day" : "days"}`;
  return [late ? "fail" : "pass", `${about}${open}`] as const;
}

function isArchived(facts: CheckFacts, repositoryId: string): boolean {
  const repository = facts.items("github.repository").find((item) => item.subject.id === repositoryId);
  return (repository?.data as Repository | null | undefined)?.archived ?? false;
}

export const alertChecks: readonly ConnectorCheck[] = [
  dependencyCheck(
    "gh.alert.dependabot-age",
    "No critical dependency alert open over 7 days, no high one over 30",
    { critical: 7, high: 30 },
    "critical within 7 days, high within 30",
    [],
  ),
  dependencyCheck(
    "gh.alert.dependabot-limit",
    "No critical dependency alert open over 14 days, no high one over 30",
    { critical: 14, high: 30 },
    "critical within 14 days, high within 30",
    ["vulns.dependencies"],
  ),
  secretCheck("gh.alert.secret-age", "No exposed secret open over one day", 1, "closed within 1 day", []),
  secretCheck("gh.alert.secret-limit", "No exposed secret open over seven days", 7, "closed within 7 days", [
    "auth.no-secrets-in-code",
  ]),
];
