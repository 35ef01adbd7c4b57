import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { useWorkspace } from "../company-context.tsx";
import { useSearch } from "../use-search.ts";

const names = ["person", "kind", "from", "to"] as const;
type Name = (typeof names)[number];

/** An address may say anything: what the server would refuse counts as not said. */
function valid(name: Name, value: string): string {
  return contract.activity.list.input.shape[name].safeParse(value).success ? value : "";
}

/** What is asked for, kept in the address so that a view can be shared and walked back to. */
export function useActivityFilters() {
  const [search, change] = useSearch();
  const values = Object.fromEntries(names.map((name) => [name, valid(name, search.get(name) ?? "")])) as Record<
    Name,
    string
  >;
  return {
    values,
    /** The ones that are set, as the API takes them. */
    asked: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")) as Partial<typeof values>,
    set: (changes: Partial<Record<Name, string>>) => change(changes, { replace: true }),
  };
}

export type ActivityFilters = ReturnType<typeof useActivityFilters>;

/** The entries that match, a page at a time; the last answer stays while the next is on its way. */
export function useActivity({ asked }: ActivityFilters) {
  const { company } = useWorkspace();
  return useInfiniteQuery(
    api.activity.list.infiniteOptions({
      input: (after: number | undefined) => ({
        companyId: company.id,
        limit: 50,
        ...asked,
        ...(after === undefined ? {} : { after }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
}

/** Everyone whom the record names. */
export function usePeopleOfRecord() {
  const { company } = useWorkspace();
  return useQuery(api.activity.people.queryOptions({ input: { companyId: company.id } }));
}
