import type { ControlStatus } from "./control-status.ts";

export type ProjectStatus = "Draft" | "In Progress" | "Audit Ready" | "Archived";

export interface ProjectFacts {
  /** When a person started it or its first new evidence did; null before. */
  readonly startedAt: Date | null;
  readonly archivedAt: Date | null;
  /** Of every control of the library, in any order. */
  readonly statuses: readonly ControlStatus[];
  /** Whether each of them has an owner. */
  readonly owned: boolean;
}

/**
 * Where a project stands. `Audit Ready` means that every control passes or does not apply, at least one passes, and each
 * has an owner; it is ready to start an audit, not compliant.
 */
export function projectStatus({ startedAt, archivedAt, statuses, owned }: ProjectFacts): ProjectStatus {
  if (archivedAt) return "Archived";
  if (!startedAt) return "Draft";
  const { passed, total } = projectProgress(statuses);
  return owned && passed > 0 && passed === total ? "Audit Ready" : "In Progress";
}

export interface ProjectProgress {
  readonly passed: number;
  readonly total: number;
  /** Whole number, 0 to 100. */
  readonly percent: number;
}

/**
 * How many controls pass, of those that apply: 15 of 22 is 68 %. A control that does not apply is in neither figure, so
 * nothing untested counts as passed, and a project with 21 passing and 1 that does not apply stands at 21 of 21. 100 %
 * is said only when all pass: 199 of 200 is 99 %. A Draft's figures are 0 of its total, which is for the caller to say.
 */
export function projectProgress(statuses: readonly ControlStatus[]): ProjectProgress {
  const total = statuses.filter((status) => status !== "not applicable").length;
  const passed = statuses.filter((status) => status === "passing").length;
  const percent = total === 0 ? 0 : Math.round((100 * passed) / total);
  return { passed, total, percent: passed < total ? Math.min(percent, 99) : percent };
}
