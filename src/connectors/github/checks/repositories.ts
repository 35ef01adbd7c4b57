import type { ConnectorCheck } from "../../check.ts";
import { eachItem } from "../../each-item.ts";
import type { CodeScanning, Repository } from "../kinds.ts";
import { beyondFreePlan } from "./free-plan.ts";
import { lists, settingsOf } from "../settings.ts";

const HIDDEN = "GitHub does not show this setting: it needs administration:read";
const OUTSIDE = ["not applicable", "set aside as outside production"] as const;

const secretScanning: ConnectorCheck = {
  id: "gh.repo.secret-scanning",
  version: 1,
  title: "Secret scanning and push protection are on",
  severity: "high",
  hint: "Enable secret scanning with push protection in code security settings.",
  // The library asks for scanning, not for push protection: "gh.alert.secret-limit" speaks for its sentence.
  serves: [],
  steps: ["organization", "repositories"],
  judge: (facts) => {
    const unavailable = beyondFreePlan(facts);
    return eachItem<Repository>(facts, "github.repository", "both on", (one) => {
      if (one.archived) return undefined;
      const off = [
        one.secretScanning === "disabled" && "secret scanning is off",
        one.pushProtection === "disabled" && "push protection is off",
      ].filter((clause) => clause !== false);
      if (one.secretScanning === "enabled" && one.pushProtection === "enabled") return ["pass", "both are on"];
      if (unavailable(one.name)) return ["not applicable", "GitHub Free does not scan private repositories"];
      return off.length > 0 ? ["fail", off.join(", ")] : ["unknown", HIDDEN];
    });
  },
};

const dependabot: ConnectorCheck = {
  id: "gh.repo.dependabot",
  version: 1,
  title: "Dependabot alerts are on",
  severity: "high",
  hint: "Enable Dependabot alerts for the repository.",
  // Alerts rest on the dependency graph: where they are on, the components are listed.
  serves: ["inventory.software-listed"],
  steps: ["repositories"],
  judge: (facts) => {
    const { notProduction } = settingsOf(facts.settings);
    return eachItem<Repository>(facts, "github.repository", "alerts on", (one) => {
      if (one.archived) return undefined;
      if (lists(notProduction, one.name)) return OUTSIDE;
      if (one.dependabotAlerts === null) return ["unknown", HIDDEN];
      return one.dependabotAlerts ? ["pass", "alerts are on"] : ["fail", "alerts are off"];
    });
  },
};

const codeScanning: ConnectorCheck = {
  id: "gh.repo.code-scanning",
  version: 1,
  title: "Code scanning runs",
  severity: "medium",
  hint: "Turn on CodeQL default setup or upload SARIF from CI.",
  serves: ["change.tests-required"],
  steps: ["organization", "repositories", "code-scanning"],
  judge: (facts) => {
    const { notProduction } = settingsOf(facts.settings);
    const unavailable = beyondFreePlan(facts);
    const oldest = new Date(facts.now.getTime() - 30 * 86_400_000).toISOString().slice(0, 10);
    return eachItem<CodeScanning>(facts, "github.code-scanning", "set up, or run within 30 days", (one) => {
      if (lists(notProduction, one.repository)) return OUTSIDE;
      if (one.defaultSetup === "configured") return ["pass", "default setup is on"];
      if (one.defaultSetup === "off")
        return unavailable(one.repository)
          ? ["not applicable", "GitHub Free does not scan private repositories"]
          : ["fail", "code scanning is switched off"];
      if (one.newestAnalysisOn === null) return ["fail", "no analysis yet"];
      return [one.newestAnalysisOn >= oldest ? "pass" : "fail", `last analysis on ${one.newestAnalysisOn}`];
    });
  },
};

const privateUnlessListed: ConnectorCheck = {
  id: "gh.repo.private",
  version: 1,
  title: "Repositories are private unless they are listed as public",
  severity: "high",
  hint: "Make the repository private, or list it as public on purpose.",
  serves: ["confidentiality.private-repositories"],
  steps: ["repositories"],
  judge: (facts) => {
    const { publicRepositories } = settingsOf(facts.settings);
    return eachItem<Repository>(facts, "github.repository", "private, or listed as public", (one) => {
      if (one.private) return ["pass", "private"];
      return lists(publicRepositories, one.name) ? ["pass", "public on purpose"] : ["fail", "public"];
    });
  },
};

export const repositoryChecks: readonly ConnectorCheck[] = [
  secretScanning,
  dependabot,
  codeScanning,
  privateUnlessListed,
];
