import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { api } from "#web/api.ts";
import { useWorkspace } from "../company-context.tsx";

/** The library's filters, kept in the address so that a view can be shared and walked back to. */
export function useFilters() {
  const [search, setSearch] = useSearchParams();
  function set(changes: Record<string, string>, options: { replace: boolean }) {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === "") after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: options.replace, preventScrollReset: true },
    );
  }
  return {
    text: search.get("search") ?? "",
    type: search.get("type") ?? "",
    control: search.get("control") ?? "",
    item: search.get("item"),
    /** Whether the dialog for new evidence is open. */
    adding: search.has("add"),
    view: search.get("view") === "map" ? ("map" as const) : ("list" as const),
    set,
  };
}

export type Filters = ReturnType<typeof useFilters>;

/** The items that match, a page at a time; the last answer stays while the next is on its way. */
export function useLibrary({ text, type, control }: Pick<Filters, "text" | "type" | "control">) {
  const { company } = useWorkspace();
  return useInfiniteQuery(
    api.evidence.list.infiniteOptions({
      input: (after: string | undefined) => ({
        companyId: company.id,
        limit: 50,
        ...(text ? { search: text } : {}),
        ...(type ? { type } : {}),
        ...(control ? { control } : {}),
        ...(after ? { after } : {}),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
}

/** The 22 controls, for their titles and for choosing among them. */
export function useControls() {
  const { company } = useWorkspace();
  return useQuery({ ...api.controls.list.queryOptions({ input: { companyId: company.id } }), staleTime: 5 * 60_000 });
}
