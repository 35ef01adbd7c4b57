import { everyOf, someOf } from "#domain/facts/population.ts";
import type { Fact } from "#domain/facts/fact.ts";
import type { Reading } from "#domain/facts/reading.ts";
import type { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import type { Member } from "../../facts.ts";
import { everyItem, observed, observedRest, observeEach } from "../../facts.ts";
import { atLeastOne, organization } from "./at-least-one.ts";

const UNTOLD = "Okta does not tell what the rule asks for";
const NO_RULE = "no rule is shown";

/** Whether an application's rule asks for two factors. One that says it in another way is not known. */
const asksForTwo = ({ data }: Member): Truth => data.at("factorMode").oneOf({ "1FA": false, "2FA": true }).is(true);

const sessionMfa: ConnectorCheck = {
  id: "okta.session.mfa",
  version: 2,
  title: "Global session or app policies require MFA for everyone",
  severity: "critical",
  hint: "Require a second factor in the catch-all rule.",
  answers: ["auth.mfa-enforced/policy"],
  steps: ["policies"],
  judge: (facts) => {
    const wanted = "a second factor, here or in every app policy";
    // An organization of Okta's Classic Engine has no rules of applications, which then demand nothing.
    const apps = everyItem(facts, "okta.app-rule", "policies");
    const everyApp = () => everyOf(apps, asksForTwo).and(someOf(apps, asksForTwo));
    const each = observeEach(facts, "okta.session-rule", ({ resource, data }) => {
      const required = data.at("requiresFactor").flag();
      // What the session does not ask for, every application has to.
      const truth = required.follow((is) => (is ? required.is(true) : everyApp()));
      const yes = required
        .is(true)
        .say({ yes: "a second factor is required", no: "every app policy asks for two", unknown: "" });
      return observed(resource, truth, {
        observed: truth.say({ yes, no: "no second factor, here or in some app rule", unknown: UNTOLD }),
        wanted,
      });
    });
    return [...each, ...shownRules(facts, wanted)];
  },
};

/** That there are session rules: every organization has one. */
const shownRules = (facts: CheckFacts, wanted: string) =>
  observedRest(atLeastOne(facts, "okta.session-rule", "policies"), organization, { observed: NO_RULE, wanted });

const adminConsoleMfa: ConnectorCheck = {
  id: "okta.admin-console.mfa",
  version: 2,
  title: "Admin Console needs two factors",
  severity: "critical",
  hint: "Set the Admin Console policy to two factors.",
  // Of administrators alone, where the library asks about everyone.
  answers: [],
  steps: ["policies", "admin-console"],
  judge: (facts) => {
    const wanted = "two factors in every rule";
    const rules = everyItem(facts, "okta.app-rule", "policies");
    return consoles(facts, wanted, ({ resource, data }) => {
      const policy = data.at("policyId").text();
      const truth = policy.follow((id) => {
        // Of other policies a rule may ask for less; where none of its own is shown, its rules are not known.
        const shown = rules.whole.and(someOf(rules, (rule) => rule.data.at("policyId").text().is(id)));
        return everyOf({ ...rules, whole: shown }, (rule) => {
          const of = rule.data.at("policyId").text();
          return of.follow((own) => (own === id ? asksForTwo(rule) : of.is(own)));
        });
      });
      return observed(resource, truth, {
        observed: truth.say({ yes: "two factors", no: "a rule asks for one factor", unknown: UNTOLD }),
        wanted,
      });
    });
  },
};

const sessionIdle: ConnectorCheck = {
  id: "okta.session.idle",
  version: 2,
  title: "Sessions end after at most two idle hours",
  severity: "medium",
  hint: "Shorten the idle time.",
  // The library asks how long a session lasts at most, idle or not: see "okta.session.lifetime".
  answers: [],
  steps: ["policies"],
  judge: (facts) => {
    const wanted = "at most 120 idle minutes, and no persistent cookie";
    const each = observeEach(facts, "okta.session-rule", ({ resource, data }) => {
      const idle = data.at("maxIdleMinutes").number();
      const persists = data.at("persistentCookie").flag();
      const truth = idle.holds((minutes) => minutes >= 1 && minutes <= 120).and(persists.is(false));
      const minutes = idle.say((count) => (count < 1 ? "no idle limit" : `${count} idle minutes`));
      const no = persists.is(true).say({ yes: "the session outlives the browser", no: minutes, unknown: minutes });
      return observed(resource, truth, { observed: truth.say({ yes: minutes, no, unknown: UNTOLD }), wanted });
    });
    return [...each, ...shownRules(facts, wanted)];
  },
};

const sessionLifetime: ConnectorCheck = {
  id: "okta.session.lifetime",
  version: 2,
  title: "Sessions last at most 24 hours",
  severity: "medium",
  hint: "Set a maximum session lifetime in every rule of the global session policies.",
  answers: ["auth.session-limit/everyone"],
  steps: ["policies"],
  judge: (facts) => {
    const wanted = "at most 24 hours";
    const each = observeEach(facts, "okta.session-rule", (rule) => lasting(rule, 24, wanted));
    return [...each, ...shownRules(facts, wanted)];
  },
};

const adminLifetime: ConnectorCheck = {
  id: "okta.admin-console.lifetime",
  version: 1,
  title: "Sessions of administrators last at most 12 hours",
  severity: "medium",
  hint: "Set a maximum session lifetime for the Admin Console.",
  answers: ["auth.session-limit/administrators"],
  steps: ["admin-console"],
  judge: (facts) => consoles(facts, "at most 12 hours", (fact) => lasting(fact, 12, "at most 12 hours")),
};

function lasting(
  { resource, data }: { resource: Observation["resource"]; data: Reading },
  hours: number,
  wanted: string,
) {
  const minutes: Fact<number> = data.at("maxLifetimeMinutes").number();
  return observed(
    resource,
    minutes.holds((count) => count >= 1 && count <= hours * 60),
    {
      observed: minutes.say((count) =>
        count < 1 ? "no limit" : count % 60 === 0 ? `${count / 60} hours` : `${count} minutes`,
      ),
      wanted,
    },
  );
}

/** Every organization has an Admin Console: where it is not seen, it is hidden. */
function consoles(facts: CheckFacts, wanted: string, judge: (console: Member) => Observation): readonly Observation[] {
  const resource = { type: "app", id: "saasure", label: "Okta Admin Console" };
  const shown = atLeastOne(facts, "okta.admin-console", "admin-console");
  const rest = observedRest(shown, resource, { observed: "our admin role does not see this app", wanted });
  return [...observeEach(facts, "okta.admin-console", judge), ...rest];
}

export const signInChecks: readonly ConnectorCheck[] = [
  sessionMfa,
  adminConsoleMfa,
  sessionIdle,
  sessionLifetime,
  adminLifetime,
];
