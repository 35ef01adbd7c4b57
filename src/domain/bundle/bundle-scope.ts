/** What a bundle was narrowed to. Days are those of UTC, written as 2026-05-14, both included. */
export interface BundleScope {
  /** The project whose report it is. */
  readonly project?: string;
  /** Items collected before this day are left out. */
  readonly from?: string;
  /** Items collected after this day are left out. */
  readonly to?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NAMES: readonly string[] = ["from", "project", "to"];

/** Undefined unless the value is a scope that narrows something, without anything else in it. */
export function readScope(value: unknown): BundleScope | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const names = Object.keys(value);
  const { project, from, to } = value as Partial<Record<keyof BundleScope, unknown>>;
  if (names.length === 0 || names.some((name) => !NAMES.includes(name))) return undefined;
  const isDay = (day: unknown) => day === undefined || (typeof day === "string" && DAY.test(day));
  if (!isDay(from) || !isDay(to) || (project !== undefined && typeof project !== "string")) return undefined;
  return value;
}

/** The days in words, such as "collected from 2026-01-01 to 2026-03-31 (UTC)"; undefined where they are not narrowed. */
export function wordDays({ from, to }: Pick<BundleScope, "from" | "to">): string | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (from === to) return `collected on ${from} (UTC)`;
  const parts = [from === undefined ? [] : [`from ${from}`], to === undefined ? [] : [`to ${to}`]].flat();
  return `collected ${parts.join(" ")} (UTC)`;
}

/** What a verification of a narrowed bundle covers, and what it says nothing of. */
export function wordScope(scope: BundleScope): string {
  const days = wordDays(scope);
  const whose = scope.project === undefined ? "" : `; report of the project ${scope.project}`;
  const items = days === undefined ? "all evidence" : `evidence ${days}`;
  const rest = days === undefined ? "" : ". Items outside of it are not in this bundle, and nothing is said of them";
  return `${items}${whose}${rest}`;
}

/** Whether something collected at this instant, in ISO 8601 and UTC, belongs to the scope. */
export function isInScope({ from, to }: BundleScope, collectedAt: string): boolean {
  const day = collectedAt.slice(0, 10);
  return (from === undefined || day >= from) && (to === undefined || day <= to);
}
