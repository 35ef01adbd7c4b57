import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { allOf, eachItem } from "../../each-item.ts";
import type { AdminConsole, AppRule, SessionRule } from "../kinds.ts";

const UNTOLD = "Okta does not tell what the rule asks for";

const sessionMfa: ConnectorCheck = {
  id: "okta.session.mfa",
  version: 1,
  title: "Global session or app policies require MFA for everyone",
  severity: "critical",
  hint: "Require a second factor in the catch-all rule.",
  serves: ["auth.mfa-enforced"],
  steps: ["policies"],
  judge: (facts) => {
    const apps = allOf<AppRule>(facts, "okta.app-rule");
    const single = apps.filter((rule) => rule.factorMode === "1FA").length;
    const untold = apps.some((rule) => rule.factorMode !== "1FA" && rule.factorMode !== "2FA");
    return eachItem<SessionRule>(facts, "okta.session-rule", "a second factor, here or in every app policy", (rule) => {
      if (rule.requiresFactor) return ["pass", "a second factor is required"];
      // What the session does not ask for, every application has to.
      if (apps.length > 0 && single === 0)
        return untold ? ["unknown", UNTOLD] : ["pass", "every app policy asks for two"];
      if (rule.requiresFactor === null) return ["unknown", UNTOLD];
      if (facts.step("policies")?.status !== "complete") return ["unknown", "the app policies were not all read"];
      if (apps.length === 0) return ["fail", "no second factor"];
      return ["fail", `no second factor, and ${single} app ${single === 1 ? "rule asks" : "rules ask"} for one only`];
    });
  },
};

const adminConsoleMfa: ConnectorCheck = {
  id: "okta.admin-console.mfa",
  version: 1,
  title: "Admin Console needs two factors",
  severity: "critical",
  hint: "Set the Admin Console policy to two factors.",
  // Of administrators alone, where the library asks about everyone.
  serves: [],
  steps: ["policies", "admin-console"],
  judge: (facts) => {
    const wanted = "two factors in every rule";
    const rules = allOf<AppRule>(facts, "okta.app-rule");
    return consoles(facts, wanted, ({ policyId }) => {
      if (policyId === null) return ["unknown", "the app names no policy"];
      const own = rules.filter((rule) => rule.policyId === policyId);
      if (own.length === 0) return ["unknown", "the rules of its policy are not shown"];
      const single = own.find((rule) => rule.factorMode === "1FA");
      if (single) return ["fail", `the rule ${single.rule} asks for one factor`];
      return own.every((rule) => rule.factorMode === "2FA") ? ["pass", "two factors"] : ["unknown", UNTOLD];
    });
  },
};

const sessionIdle: ConnectorCheck = {
  id: "okta.session.idle",
  version: 1,
  title: "Sessions end after at most two idle hours",
  severity: "medium",
  hint: "Shorten the idle time.",
  // The library asks how long a session lasts at most, idle or not: see "okta.session.lifetime".
  serves: [],
  steps: ["policies"],
  judge: (facts) =>
    eachItem<SessionRule>(facts, "okta.session-rule", "at most 120 idle minutes, and no persistent cookie", (rule) => {
      const idle = rule.maxIdleMinutes;
      if (rule.persistentCookie) return ["fail", "the session outlives the browser"];
      if (idle !== null && (idle < 1 || idle > 120))
        return ["fail", idle < 1 ? "no idle limit" : `${idle} idle minutes`];
      if (idle === null || rule.persistentCookie === null) return ["unknown", UNTOLD];
      return ["pass", `${idle} idle minutes`];
    }),
};

const sessionLifetime: ConnectorCheck = {
  id: "okta.session.lifetime",
  version: 1,
  title: "Sessions last at most 24 hours, those of administrators 12",
  severity: "medium",
  hint: "Set a maximum session lifetime in the global session policy and for the Admin Console.",
  serves: ["auth.session-limit"],
  steps: ["policies", "admin-console"],
  judge: (facts) => {
    const ofEveryone = eachItem<SessionRule>(facts, "okta.session-rule", "at most 24 hours", (rule) =>
      lasting(rule.maxLifetimeMinutes, 24),
    );
    const ofAdmins = consoles(facts, "at most 12 hours", (one) => lasting(one.maxLifetimeMinutes, 12));
    return [...ofEveryone, ...ofAdmins];
  },
};

function lasting(minutes: number | null, hours: number) {
  if (minutes === null) return ["unknown", "Okta does not tell how long a session lasts"] as const;
  if (minutes < 1) return ["fail", "no limit"] as const;
  const long = minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
  return [minutes <= hours * 60 ? "pass" : "fail", long] as const;
}

/** Every organization has an Admin Console: where it is not seen, it is hidden. */
function consoles(
  facts: CheckFacts,
  wanted: string,
  judge: Parameters<typeof eachItem<AdminConsole>>[3],
): Observation[] {
  const seen = eachItem<AdminConsole>(facts, "okta.admin-console", wanted, judge);
  if (seen.length > 0) return seen;
  const resource = { type: "app", id: "saasure", label: "Okta Admin Console" };
  return [{ resource, outcome: "unknown", observed: "our admin role does not see this app", wanted }];
}

export const signInChecks: readonly ConnectorCheck[] = [sessionMfa, adminConsoleMfa, sessionIdle, sessionLifetime];
