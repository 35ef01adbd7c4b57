import type { RanRules } from "../report.ts";
import { familiesOf, familyOfRule, likelyFamily } from "./families.ts";
import { overridesOf } from "./overrides.ts";
import { ruleFinder, ruleIdOf } from "./rules.ts";
import type { SarifRun } from "./schema.ts";

/** The family of each rule of a tool, by id. What nothing tells apart counts as what the tool is for. */
export function familyFinder(tool: string) {
  const families = familiesOf(tool) ?? [likelyFamily(tool)];
  return (...[id, rule]: Parameters<typeof familyOfRule>) => {
    if (families.length === 1) return families[0];
    const family = familyOfRule(id, rule);
    return family && families.includes(family) ? family : families[0];
  };
}

/**
 * What a run says that it looked for, by family: the rules that it lists (3.19.23), that were not turned off (3.50.2, 3.51.2), and
 * that have no result but such as pass. A tool that lists a rule only where it found something lists none of these. A family
 * with findings and no such rule is there with none; so is what the tool is for, where the run names no rule at all.
 * Nothing counts of a tool that is not listed, or of a run with an override that fits no rule.
 */
export function ranRules(run: SarifRun, tool: string): RanRules[] {
  const isKnown = familiesOf(tool) !== undefined;
  const familyOf = familyFinder(tool);
  const ruleOf = ruleFinder(run);
  const overrides = overridesOf(run);
  const counts = new Map<string, number>();
  const found = new Set<string>();
  for (const result of run.results ?? []) {
    const rule = ruleOf(result);
    const id = ruleIdOf(result, rule);
    counts.set(familyOf(id, rule), 0);
    if (result.kind === "pass" || result.kind === "informational") continue;
    found.add(id);
    if (rule) found.add(rule.id);
  }
  for (const component of [run.tool.driver, ...(run.tool.extensions ?? [])]) {
    for (const rule of component.rules ?? []) {
      const known = isKnown && !overrides.areUnclear && overrides.isEnabled(rule);
      // Told apart by itself only: what a rule of a tool with several kinds does not say, is not guessed for a pass.
      const family = familiesOf(tool)?.length === 1 ? familyOf(rule.id, rule) : familyOfRule(rule.id, rule);
      if (family === undefined) continue;
      const counted = known && !found.has(rule.id) ? 1 : 0;
      counts.set(family, (counts.get(family) ?? 0) + counted);
      found.add(rule.id);
    }
  }
  if (counts.size === 0) counts.set(familyOf("", undefined), 0);
  return [...counts].map(([family, rules]) => ({ tool, family, rules }));
}
