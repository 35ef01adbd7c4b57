import type { SarifRule, SarifRun } from "./schema.ts";

/**
 * Which rules of a run were on, and at what level: a rule's own default (3.50), and what the invocation changed (3.20.5).
 * `areUnclear` where an override turns a rule off that cannot be found: then any of them may be meant.
 */
export function overridesOf(run: SarifRun) {
  const components = [run.tool.driver, ...(run.tool.extensions ?? [])];
  const byId = new Map(components.flatMap(({ rules }) => (rules ?? []).map((rule) => [rule.id, rule] as const)));
  const off = new Set<SarifRule>();
  const on = new Set<SarifRule>();
  const levels = new Map<SarifRule, string>();
  let areUnclear = false;
  for (const { descriptor, configuration } of (run.invocations ?? []).flatMap(
    (invocation) => invocation.ruleConfigurationOverrides ?? [],
  )) {
    const place = descriptor?.toolComponent?.index;
    const component = typeof place === "number" && place >= 0 ? components[place + 1] : components[0];
    const rule = byId.get(descriptor?.id ?? "") ?? component?.rules?.[descriptor?.index ?? -1];
    if (!rule && configuration?.enabled !== true) areUnclear = true;
    if (!rule) continue;
    if (configuration?.enabled === false) off.add(rule);
    else on.add(rule);
    if (configuration?.level) levels.set(rule, configuration.level);
  }
  return {
    areUnclear,
    // Off in one invocation of several is off: nobody says which of them would have found something.
    isEnabled: (rule: SarifRule) => !off.has(rule) && (on.has(rule) || rule.defaultConfiguration?.enabled !== false),
    levelOf: (rule: SarifRule | undefined) => rule && (levels.get(rule) ?? rule.defaultConfiguration?.level),
  };
}
