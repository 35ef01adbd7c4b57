import type { SarifComponent, SarifResult, SarifRule, SarifRun } from "./schema.ts";

/** A rule by its id, and the place of its component: the driver is 0, extensions follow. */
interface Listed {
  readonly rule: SarifRule;
  readonly place: number;
}

/**
 * Finds the rule of each result of one run: in the driver or in the extension it names. Each is looked up in tables made
 * once, so that many extensions with many results take no longer than they are.
 */
export function ruleFinder({ tool }: SarifRun): (result: SarifResult) => SarifRule | undefined {
  const components = [tool.driver, ...(tool.extensions ?? [])];
  const byId = new Map(components.map((component) => [component, rulesById(component)]));
  const first = firstById(components.map((component) => byId.get(component)!));
  const componentOf = componentFinder(components);
  return (result) => {
    const component = componentOf(result);
    const index = result.ruleIndex ?? result.rule?.index ?? -1;
    const listed = component?.rules?.[index];
    const id = ruleIdOf(result, listed);
    if (listed && (listed.id === id || id.startsWith(`${listed.id}/`))) return listed;
    // An index that points elsewhere, or none at all: the id decides, in the named component first.
    const whole = id.slice(0, id.includes("/") ? id.lastIndexOf("/") : undefined);
    const own = component && byId.get(component);
    const named = own?.get(id) ?? own?.get(whole);
    if (named) return named;
    const [exact, part] = [first.get(id), first.get(whole)];
    return (exact && part && part.place < exact.place ? part : (exact ?? part))?.rule ?? listed;
  };
}

/** A result's rule id; some tools give only the index into the rules. "CA1000/1" is a part of rule CA1000 (3.27.5). */
export function ruleIdOf(result: SarifResult, rule: SarifRule | undefined): string {
  return result.ruleId || result.rule?.id || rule?.id || "unnamed";
}

/** The component that a result names: by its place among the extensions, or the first of its name or id. */
function componentFinder(components: readonly SarifComponent[]) {
  const placeOf = (key: "guid" | "name") =>
    new Map(components.map((component, place) => [component[key], place] as const).toReversed());
  const [byGuid, byName] = [placeOf("guid"), placeOf("name")];
  return ({ rule }: SarifResult): SarifComponent | undefined => {
    const reference = rule?.toolComponent;
    if (!reference) return components[0];
    if (typeof reference.index === "number" && reference.index >= 0) return components[reference.index + 1];
    const guid = reference.guid ? byGuid.get(reference.guid) : undefined;
    const name = reference.name ? byName.get(reference.name) : undefined;
    return components[Math.min(guid ?? components.length, name ?? components.length)];
  };
}

function rulesById({ rules }: SarifComponent): Map<string, SarifRule> {
  return new Map((rules ?? []).map((rule) => [rule.id, rule]));
}

function firstById(all: readonly ReadonlyMap<string, SarifRule>[]): ReadonlyMap<string, Listed> {
  const first = new Map<string, Listed>();
  for (const [place, rules] of all.entries())
    for (const [id, rule] of rules) if (!first.has(id)) first.set(id, { rule, place });
  return first;
}
