/** What a company's projects may be of. */
interface FrameworkLimits {
  /** Frameworks of the projects it has, archived ones left out. */
  readonly used: readonly string[];
  readonly multiFramework: boolean;
  readonly limit: number | "all";
}

/**
 * Why a company cannot have a project of a framework now; undefined when it can. The page closes choices by it, and a
 * trigger of the database refuses by the same rule.
 */
export function frameworkRefusal(
  framework: string,
  { used, multiFramework, limit }: FrameworkLimits,
): "single-framework" | "framework-limit" | undefined {
  const others = new Set(used);
  if (others.size === 0 || others.has(framework)) return undefined;
  if (!multiFramework) return "single-framework";
  return limit !== "all" && others.size >= limit ? "framework-limit" : undefined;
}
