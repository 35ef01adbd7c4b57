import { useSearch } from "../use-search.ts";
import { withoutShown } from "./deciding/use-shown.ts";
import type { ControlFilter, ControlFilters } from "./filter-controls.ts";

const filterKeys = ["status", "domain", "owner", "due", "search"] as const satisfies readonly ControlFilter[];

/** The filters of a project's controls, kept in the address so that a view can be shared and walked back to. */
export function useControlFilters() {
  const [search, change] = useSearch();
  const filters = Object.fromEntries(
    filterKeys.map((key) => [key, search.get(key) ?? ""]),
  ) as unknown as ControlFilters;

  const set = (changes: Readonly<Record<string, string>>) => change(changes, { replace: true });

  return {
    filters,
    set,
    clear: () => set(Object.fromEntries(filterKeys.map((key) => [key, ""]))),
    any: filterKeys.some((key) => filters[key] !== ""),
    /** The address of a control's panel under the same filters. */
    openedAt(controlId: string) {
      const target = withoutShown(search);
      target.set("control", controlId);
      return `?${target}`;
    },
  };
}

export type UsedFilters = ReturnType<typeof useControlFilters>;
