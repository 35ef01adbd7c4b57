/** What a company's projects may be of. */
interface FrameworkLimits {
  /** Frameworks of the projects it has, archived ones left out. */
  readonly used: readonly string[];
  /** How many its plan includes at a time; null for all there are. */
  readonly limit: number | null;
}

/**
 * Whether a company can have a project of a framework now. The page closes choices by it, recommendations say it, and a trigger of
 * the database refuses by the same rule.
 */
export function fitsPlan(framework: string, { used, limit }: FrameworkLimits): boolean {
  const others = new Set(used);
  return others.size === 0 || others.has(framework) || limit === null || others.size < limit;
}
