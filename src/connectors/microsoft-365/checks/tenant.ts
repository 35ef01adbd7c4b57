import type { CheckFacts } from "../../check.ts";
import type { Resource } from "../../each-item.ts";

/** The tenant as a whole, as a resource. */
export function tenantOf(facts: CheckFacts): Resource {
  return facts.items("ms.security_defaults")[0]?.subject ?? { type: "tenant", id: "tenant", label: "the tenant" };
}
