/** A control as it stands, with the requirements that it touches, by framework. */
export interface StandingControl {
  readonly id: string;
  readonly status: "passing" | "open" | "not applicable";
  /** How many things have to be brought or mended before it passes. */
  readonly work: number;
  readonly requirements: Readonly<Record<string, readonly string[]>>;
}

export interface FrameworkGain {
  readonly framework: string;
  /** Whole percentage points. */
  readonly points: number;
}

export interface NextStep {
  readonly controlId: string;
  /** What this step adds after the ones before it, for each framework. */
  readonly gains: readonly FrameworkGain[];
}

export interface NextSteps {
  readonly steps: readonly NextStep[];
  /** The figure of each framework now and after all of the steps, in percent. */
  readonly figures: readonly { readonly framework: string; readonly before: number; readonly after: number }[];
}

/**
 * How much of a framework's touched requirements has passing evidence, in whole percent. A requirement is shared evenly by
 * the controls that touch it and apply, and each gives its share while it passes; so every control counts in each
 * framework by what it touches there, and 100 is said only when all pass. It tells how much evidence there is, never
 * that a requirement is met.
 */
export function requirementFigure(controls: readonly StandingControl[], framework: string): number {
  const shared = new Map<string, { touching: number; passing: number }>();
  for (const control of controls) {
    if (control.status === "not applicable") continue;
    for (const requirement of control.requirements[framework] ?? []) {
      const { touching, passing } = shared.get(requirement) ?? { touching: 0, passing: 0 };
      const full = control.status === "passing" ? 1 : 0;
      shared.set(requirement, { touching: touching + 1, passing: passing + full });
    }
  }
  if (shared.size === 0) return 0;
  const all = [...shared.values()];
  const sum = all.reduce((total, { touching, passing }) => total + passing / touching, 0);
  const percent = Math.round((100 * sum) / shared.size);
  return all.every(({ touching, passing }) => touching === passing) ? 100 : Math.min(percent, 99);
}

/**
 * The steps that raise the given frameworks most, at most `most` of them, the greatest first. Shares add up, so that
 * taking the greatest one by one is the best choice of that many. Among equals the one with less work comes first.
 */
export function nextSteps(
  controls: readonly StandingControl[],
  frameworks: readonly string[],
  most: number,
): NextSteps {
  if (frameworks.length === 0) return { steps: [], figures: [] };
  const worth = weigh(controls, frameworks);
  const chosen = controls
    .filter(({ status }) => status === "open")
    .sort((a, b) => worth(b.id) - worth(a.id) || a.work - b.work)
    .slice(0, most);
  let standing = controls;
  const figures = (of: readonly StandingControl[]) => frameworks.map((framework) => requirementFigure(of, framework));
  const before = figures(controls);
  let reached = before;
  const steps = chosen.map(({ id }) => {
    standing = standing.map((item) => (item.id === id ? { ...item, status: "passing" as const } : item));
    const then = figures(standing);
    const gains = frameworks.map((framework, at) => ({ framework, points: then[at]! - reached[at]! }));
    reached = then;
    return { controlId: id, gains };
  });
  return {
    steps,
    figures: frameworks.map((framework, at) => ({ framework, before: before[at]!, after: reached[at]! })),
  };
}

/** What a control is worth over all of the frameworks: its shares, each as a part of its framework's requirements. */
function weigh(controls: readonly StandingControl[], frameworks: readonly string[]): (id: string) => number {
  const worth = new Map<string, number>();
  const applying = controls.filter(({ status }) => status !== "not applicable");
  for (const framework of frameworks) {
    const touching = new Map<string, number>();
    for (const { requirements } of applying)
      for (const item of requirements[framework] ?? []) touching.set(item, (touching.get(item) ?? 0) + 1);
    for (const { id, requirements } of applying) {
      const share = (requirements[framework] ?? []).reduce((sum, item) => sum + 1 / touching.get(item)!, 0);
      worth.set(id, (worth.get(id) ?? 0) + share / Math.max(1, touching.size));
    }
  }
  return (id) => worth.get(id) ?? 0;
}
