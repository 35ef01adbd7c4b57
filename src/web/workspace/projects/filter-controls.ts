import { dueOf } from "./due.ts";
import type { Due } from "./due.ts";
import type { ControlPlan, ControlRow } from "./project.ts";

/** What of a project's controls is looked at; an empty text is no filter. */
export interface ControlFilters {
  readonly status: string;
  readonly domain: string;
  /** A member's id, or `none` for controls that nobody sees to. */
  readonly owner: string;
  readonly due: string;
  readonly search: string;
}

/** One thing to filter by. */
export type ControlFilter = keyof ControlFilters;

/** A control as its filters see it. */
export interface Filterable {
  readonly control: ControlRow;
  readonly plan: ControlPlan | undefined;
}

interface Seen {
  readonly framework: string;
  /** A day in UTC, from which due dates are seen. */
  readonly today: string;
}

/** Whether a control is among what is looked at; `but` leaves one filter out, to count what its other choices would show. */
export function isShown(filterable: Filterable, filters: ControlFilters, seen: Seen, but?: ControlFilter): boolean {
  const matches: Record<ControlFilter, () => boolean> = {
    status: () => filterable.control.status === filters.status,
    domain: () => filterable.control.domain === filters.domain,
    owner: () => ownerKey(filterable.plan) === filters.owner,
    due: () => dueKey(filterable.plan, seen.today) === filters.due,
    search: () => isFound(filterable, filters.search, seen.framework),
  };
  return (Object.keys(matches) as ControlFilter[]).every(
    (filter) => filter === but || filters[filter].trim() === "" || matches[filter](),
  );
}

/** How many controls each choice of a filter would show together with the other filters, and how many without it (`""`). */
export function countChoices(
  all: readonly Filterable[],
  filters: ControlFilters,
  seen: Seen,
  filter: Exclude<ControlFilter, "search">,
): ReadonlyMap<string, number> {
  const keyOf = {
    status: ({ control }: Filterable) => control.status,
    domain: ({ control }: Filterable) => control.domain,
    owner: ({ plan }: Filterable) => ownerKey(plan),
    due: ({ plan }: Filterable) => dueKey(plan, seen.today),
  }[filter];
  const shown = all.filter((item) => isShown(item, filters, seen, filter));
  const counts = new Map<string, number>([["", shown.length]]);
  for (const item of shown) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

function ownerKey(plan: ControlPlan | undefined): string {
  return plan?.owner?.userId ?? "none";
}

function dueKey(plan: ControlPlan | undefined, today: string): Due {
  return dueOf(plan?.dueOn, today);
}

/** Every word of what is typed stands in the title, the reason, an id of the project's framework or the owner's name. */
function isFound({ control, plan }: Filterable, search: string, framework: string): boolean {
  const ids = control.requirements[framework] ?? [];
  const text = [control.title, control.id, control.reason, ...ids, plan?.owner?.name ?? ""].join(" ").toLowerCase();
  return search
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
