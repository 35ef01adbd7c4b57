import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Select } from "#web/design/input.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { Segmented } from "#web/design/tabs.tsx";
import { useSearch } from "../use-search.ts";
import { RequestDialog } from "./request-dialog.tsx";
import { RequestsTable } from "./requests-table.tsx";
import { kinds } from "./requests.ts";
import type { Kind } from "./requests.ts";
import { TypedSearch } from "./typed-search.tsx";

const states = [
  { key: "open", label: "Open" },
  { key: "settled", label: "Closed" },
] as const;

/** What visitors and members sent, and what became of it. */
export function RequestsTab() {
  const filters = useFilters();
  const { state, kind, text, request, set } = filters;
  const requests = useRequests(filters);
  const isFiltered = kind !== "" || text !== "";
  return (
    <>
      <div className="toolbar">
        <TypedSearch
          label="Search requests"
          placeholder="Search by name, email or subject"
          value={text}
          onSearch={(search) => set({ search })}
        />
        <Select aria-label="Kind" value={kind} onChange={(event) => set({ kind: event.target.value })}>
          <option value="">All kinds</option>
          {Object.entries(kinds).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
        <Segmented
          label="State"
          options={states}
          chosen={state}
          onChoose={(chosen) => set({ state: chosen === "open" ? "" : chosen })}
        />
      </div>
      <Screen
        data={requests}
        loading={<SkeletonRegister rows={5} columns={3} />}
        empty={{
          when: ({ pages }) => pages[0]?.requests.length === 0,
          show: isFiltered ? (
            <p className="padded-24 quiet">
              No requests match these filters.{" "}
              <button type="button" className="link" onClick={() => set({ search: "", kind: "" })}>
                Show all
              </button>
            </p>
          ) : (
            <EmptyState title={state === "open" ? "No open requests" : "No closed requests yet"}>
              Access requests, waitlist entries and messages from visitors and members appear here.
            </EmptyState>
          ),
        }}
      >
        {({ pages }) => {
          const all = pages.flatMap((page) => page.requests);
          return (
            <>
              <RequestsTable requests={all} now={requests.dataUpdatedAt} />
              <div className="register-foot row centered gap-12">
                <span>Showing {all.length.toLocaleString("en-US")}</span>
                {requests.hasNextPage && (
                  <Button
                    size="small"
                    busy={requests.isFetchingNextPage && "Loading..."}
                    onClick={() => void requests.fetchNextPage()}
                  >
                    Show more
                  </Button>
                )}
              </div>
            </>
          );
        }}
      </Screen>
      {request && <RequestDialog key={request} requestId={request} onClose={() => set({ request: "" })} />}
    </>
  );
}

function useFilters() {
  const [search, change] = useSearch();
  const kind = search.get("kind") ?? "";
  return {
    state: search.get("state") === "settled" ? ("settled" as const) : ("open" as const),
    kind: kind in kinds ? (kind as Kind) : ("" as const),
    text: search.get("search") ?? "",
    request: search.get("request"),
    set: (changes: Record<string, string>) => change(changes, { replace: true }),
  };
}

function useRequests({ state, kind, text }: ReturnType<typeof useFilters>) {
  return useInfiniteQuery(
    api.requests.list.infiniteOptions({
      input: (after: string) => ({ state, kind, search: text, after }),
      initialPageParam: "",
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
      // What is due comes nearer while nobody presses anything.
      refetchInterval: 60_000,
    }),
  );
}
