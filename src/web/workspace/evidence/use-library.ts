import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, client } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";
import { useSearch } from "../use-search.ts";
import { gatherPage } from "./gather-page.ts";
import type { ListInput } from "./gather-page.ts";

/** What narrows the list, by its name in the address, which is the API's. */
export const narrowing = [
  "search",
  "type",
  "source",
  "framework",
  "requirement",
  "control",
  "freshness",
  "from",
  "to",
  "filedBy",
  "privileged",
  "matter",
] as const;

export type Narrowing = (typeof narrowing)[number];

/** The library's filters, kept in the address so that a view can be shared and walked back to. */
export function useFilters() {
  const [search, set] = useSearch();
  const of = (name: Narrowing) => search.get(name) ?? "";
  return {
    of,
    /** Those that are set, in the order of their names. */
    chosen: narrowing.filter((name) => of(name) !== ""),
    item: search.get("item"),
    /** An item's number, for addresses that people write by hand. */
    exhibit: search.get("exhibit"),
    after: search.get("after"),
    before: search.get("before"),
    /** Whether the dialog for new evidence is open. */
    adding: search.has("add"),
    view: search.get("view") === "map" ? ("map" as const) : ("list" as const),
    set,
    /** Narrows the list, from its first page on. */
    narrow: (changes: Partial<Record<Narrowing, string>>, { replace = false } = {}) =>
      set({ ...changes, item: "", after: "", before: "" }, { replace }),
    /** Takes every filter off. */
    clear: () =>
      set(Object.fromEntries([...narrowing, "item", "after", "before"].map((name) => [name, ""])), { replace: false }),
  };
}

export type Filters = ReturnType<typeof useFilters>;

/** What the API is asked: the filters as they stand in the address. */
export function askedOf(companyId: string, filters: Filters): ListInput {
  return { companyId, ...Object.fromEntries(filters.chosen.map((name) => [name, filters.of(name)])) };
}

/** One page of what fits; the last answer stays while the next is on its way. */
export function useLibrary(filters: Filters) {
  const { company } = useWorkspace();
  const { after, before } = filters;
  const input: ListInput = {
    ...askedOf(company.id, filters),
    limit: 50,
    ...(after ? { after } : before ? { before } : {}),
  };
  return useQuery({
    queryKey: api.evidence.list.queryOptions({ input }).queryKey,
    queryFn: ({ signal }) => gatherPage((asked) => client.evidence.list(asked, { signal }), input),
    placeholderData: keepPreviousData,
  });
}

/** How many items fit, counted to a thousand; asked for only where something narrows the list. */
export function useCount(filters: Filters) {
  const { company } = useWorkspace();
  return useQuery({
    ...api.evidence.count.queryOptions({ input: askedOf(company.id, filters) }),
    enabled: filters.chosen.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** The 22 controls, for their titles and for choosing among them. */
export function useControls() {
  const { company } = useWorkspace();
  return useQuery({ ...api.controls.list.queryOptions({ input: { companyId: company.id } }), staleTime: 5 * 60_000 });
}
