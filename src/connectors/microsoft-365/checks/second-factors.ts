import { Fact } from "#domain/facts/fact.ts";
import type { CheckFacts, ConnectorCheck, Observation } from "../../check.ts";
import { everyItem, memberOf, observed, observedWhere } from "../../facts.ts";
import { demandedOfEverybody, demandsBlock, demandsMfa } from "./conditional-access.ts";
import type { Demand, Judged } from "./conditional-access.ts";
import { everyLegacySignIn, everySignIn } from "./dimensions.ts";
import type { Dimension } from "./dimensions.ts";
import { PEOPLE } from "./people-tables.ts";
import { notLicensed, tenantOf } from "./tenant.ts";

/** What rests on conditional access or security defaults, which do both. */
function policyOf(facts: CheckFacts, wanted: string, demand: Demand, dimensions: readonly Dimension[]): Observation[] {
  const judged: Judged = demandedOfEverybody(facts, demand, dimensions);
  const [item] = facts.items("ms.security_defaults");
  const on = item
    ? memberOf(item).data.at("isEnabled").flag()
    : Fact.unread<boolean>("not asked", ["ms.security_defaults"]);
  const lacks =
    notLicensed(facts, "conditional access").length > 0 ? "the licence has no conditional access" : judged.words;
  const words = judged.truth.say({
    yes: judged.words,
    no: `security defaults are off, and ${lacks}`,
    unknown: judged.words,
  });
  // They exclude each other: what conditional access says counts where security defaults are known to be off.
  const truth = on.follow((is) => (is ? on.is(true) : judged.truth));
  const said = on.exists().say({
    yes: on.say((is) => (is ? "security defaults are on" : words)),
    no: words,
    unknown: "security defaults were not read",
  });
  return [observed(tenantOf(facts), truth, { observed: said, wanted })];
}

/** Whether a second factor is asked for, and whether people have one. */
export const secondFactors: readonly ConnectorCheck[] = [
  {
    id: "ms.ca.mfa-all",
    version: 2,
    title: "MFA is required for all users",
    severity: "critical",
    hint: "Create a conditional-access policy that requires MFA for all users.",
    answers: ["auth.mfa-enforced/policy"],
    steps: ["conditional-access"],
    judge: (facts) =>
      policyOf(
        facts,
        "security defaults, or an enabled policy that asks everybody for MFA everywhere",
        demandsMfa,
        everySignIn,
      ),
  },
  {
    id: "ms.user.mfa-registered",
    version: 2,
    title: "Members are registered for MFA",
    severity: "high",
    hint: "Ask the listed users to register.",
    answers: ["auth.mfa-enforced/enrolled"],
    steps: ["second-factors", "users"],
    judge: (facts) => {
      const wanted = "registered for MFA";
      const report = everyItem(facts, "ms.registration", "second-factors");
      const listed = new Set(report.members.map(({ resource }) => resource.id));
      return [
        ...notLicensed(facts, "the report of registrations").map((tenant) =>
          observed(tenant.resource, tenant.unknown, { observed: "the licence has no report of registrations", wanted }),
        ),
        ...report.members.map(({ resource, data }) => {
          const registered = data.at("isMfaRegistered").flag();
          return observedWhere(data.at("userType").oneOf(PEOPLE).is("member"), resource, registered.is(true), {
            observed: registered.say((is) => (is ? "registered" : "not registered"), "the report does not say"),
            wanted,
            otherwise: "a guest, who has a second factor at home",
          });
        }),
        // The report leaves out disabled accounts alone: of any other that it does not list we know nothing.
        ...everyItem(facts, "ms.user", "users")
          .members.filter(({ resource }) => !listed.has(resource.id))
          .map(({ resource, data }) => {
            const isMember = data.at("userType").oneOf(PEOPLE).is("member");
            const applies = isMember.and(data.at("accountEnabled").flag().is(true));
            const missing = Fact.unread<true>("not shown", ["ms.registration"]).exists();
            return observedWhere(applies, resource, missing, {
              observed: "not in the report of registrations",
              wanted,
              otherwise: "disabled, or a guest",
            });
          }),
      ];
    },
  },
  {
    id: "ms.admin.mfa-capable",
    version: 2,
    title: "Administrators are MFA capable",
    severity: "critical",
    hint: "Register a strong method for each administrator.",
    // Of administrators alone, where the library asks for everyone.
    answers: [],
    steps: ["second-factors"],
    judge: (facts) => {
      const wanted = "a method that MFA accepts";
      return [
        ...notLicensed(facts, "the report of registrations").map((tenant) =>
          observed(tenant.resource, tenant.unknown, { observed: "the licence has no report of registrations", wanted }),
        ),
        ...everyItem(facts, "ms.registration", "second-factors").members.map(({ resource, data }) => {
          const capable = data.at("isMfaCapable").flag();
          return observedWhere(data.at("isAdmin").flag().is(true), resource, capable.is(true), {
            observed: capable.say((is) => (is ? "capable" : "not capable"), "the report does not say"),
            wanted,
            otherwise: "no administrator",
          });
        }),
      ];
    },
  },
  {
    id: "ms.ca.legacy-blocked",
    version: 2,
    title: "Legacy authentication is blocked",
    severity: "high",
    hint: "Block legacy authentication with conditional access.",
    // Protocols that know no second factor go around the policy that asks for one.
    answers: ["auth.mfa-enforced/legacy"],
    steps: ["conditional-access"],
    judge: (facts) =>
      policyOf(
        facts,
        "security defaults, or an enabled policy that blocks legacy clients for everybody",
        demandsBlock,
        everyLegacySignIn,
      ),
  },
];
