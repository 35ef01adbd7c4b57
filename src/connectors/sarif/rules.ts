import type { SarifComponent, SarifResult, SarifRule, SarifRun } from "./schema.ts";

/** Finds the rule of each result of one run: in the driver or in the extension it names. */
export function ruleFinder({ tool }: SarifRun): (result: SarifResult) => SarifRule | undefined {
  const extensions = tool.extensions ?? [];
  const byId = new Map([tool.driver, ...extensions].map((component) => [component, rulesById(component)]));
  return (result) => {
    const component = componentOf(result, tool.driver, extensions);
    const index = result.ruleIndex ?? result.rule?.index ?? -1;
    const listed = component?.rules?.[index];
    const id = ruleIdOf(result, listed);
    if (listed && (listed.id === id || id.startsWith(`${listed.id}/`))) return listed;
    // An index that points elsewhere, or none at all: the id decides, in the named component first.
    const order = component ? [component, tool.driver, ...extensions] : [tool.driver, ...extensions];
    for (const one of order) {
      const rule = byId.get(one)?.get(id) ?? byId.get(one)?.get(id.replace(/\/[^/]*$/, ""));
      if (rule) return rule;
    }
    return listed;
  };
}

/** A result's rule id; some tools give only the index into the rules. "CA1000/1" is a part of rule CA1000 (3.27.5). */
export function ruleIdOf(result: SarifResult, rule: SarifRule | undefined): string {
  return result.ruleId || result.rule?.id || rule?.id || "unnamed";
}

function componentOf(
  result: SarifResult,
  driver: SarifComponent,
  extensions: readonly SarifComponent[],
): SarifComponent | undefined {
  const reference = result.rule?.toolComponent;
  if (!reference) return driver;
  if (typeof reference.index === "number" && reference.index >= 0) return extensions[reference.index];
  return [driver, ...extensions].find(
    (one) => (reference.guid && one.guid === reference.guid) || (reference.name && one.name === reference.name),
  );
}

function rulesById({ rules }: SarifComponent): Map<string, SarifRule> {
  return new Map((rules ?? []).map((rule) => [rule.id, rule]));
}
