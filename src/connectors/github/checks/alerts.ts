import type { CheckFacts, ConnectorCheck } from "../../check.ts";
import { eachItem } from "../../each-item.ts";
import type { DependabotAlert, Repository, SecretAlert } from "../kinds.ts";
import { beyondFreePlan } from "./free-plan.ts";
import { lists, settingsOf } from "../settings.ts";

// Two limits for each kind of alert: the one that we advise, and the one of the library's sentence, which alone speaks for
// its controls. An alert between the two must not turn a control red.

type Days = Readonly<Partial<Record<string, number>>>;

const DAY = 86_400_000;
const REVOKE = "Revoke the secret at its issuer, then resolve the alert as revoked.";

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

/** With `demandsScanning` a repository without secret scanning fails; otherwise nothing is known of it. */
function secretCheck(
  rest: Pick<ConnectorCheck, "id" | "title" | "hint" | "serves"> & { readonly wanted: string },
  limit: number,
  demandsScanning: boolean,
): ConnectorCheck {
  const { wanted, ...named } = rest;
  return {
    ...named,
    version: 1,
    severity: "critical",
    steps: ["organization", "repositories", "secret-alerts"],
    judge: (facts) => {
      const unavailable = beyondFreePlan(facts);
      const alerts = eachItem<SecretAlert>(facts, "github.secret-alert", wanted, (one) =>
        isArchived(facts, one.repositoryId) ? undefined : aged(facts, one.openedAt, limit, `${one.secretType}, `),
      );
      const repositories = eachItem<Repository>(facts, "github.repository", wanted, (one) => {
        if (one.archived) return undefined;
        if (one.secretScanning === "enabled") return ["pass", "secret scanning is on"];
        if (unavailable(one.name)) return ["not applicable", "GitHub Free does not scan private repositories"];
        if (one.secretScanning === null) return ["unknown", "whether secret scanning is on is not known"];
        return [demandsScanning ? "fail" : "unknown", "secret scanning is off"];
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
  secretCheck(
    {
      id: "gh.alert.secret-age",
      title: "No exposed secret open over one day",
      hint: REVOKE,
      serves: [],
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
      serves: ["auth.no-secrets-in-code"],
      wanted: "scanning on, and closed within 7 days",
    },
    7,
    true,
  ),
];
