import { Fact } from "#domain/facts/fact.ts";
import type { Truth } from "#domain/facts/truth.ts";
import type { CheckFacts, Observation } from "../../check.ts";
import { memberOf } from "../../facts.ts";

/** The tenant as a whole, as a resource. */
export function tenantOf(facts: CheckFacts): Observation["resource"] {
  return facts.items("ms.security_defaults")[0]?.subject ?? { type: "tenant", id: "tenant", label: "the tenant" };
}

/** The tenant, where a feature was not licensed when it was asked for; none where it was, or where it was not asked for. */
export function notLicensed(
  facts: CheckFacts,
  feature: string,
): { readonly resource: Observation["resource"]; readonly lacks: Truth; readonly unknown: Truth }[] {
  return facts
    .items("ms.unlicensed")
    .map(memberOf)
    .map(({ resource, data }) => ({
      resource,
      lacks: data.at("feature").text().is(feature),
      unknown: Fact.unread<true>("not licensed", [feature]).exists(),
    }))
    .filter(({ lacks }) => lacks.say({ yes: true, no: false, unknown: true }));
}
