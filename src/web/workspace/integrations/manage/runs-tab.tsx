import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useWorkspace } from "../../company-context.tsx";
import { SOON_MS } from "../use-connections.ts";
import { isUnderWay } from "../use-run.ts";
import type { TabProps } from "./manage-panel.tsx";
import { RunLine } from "./run-line.tsx";

const PAGE = 25;

/** What each hour brought, newest first; a missed hour has a line, too. */
export function RunsTab({ connection }: TabProps) {
  const { company } = useWorkspace();
  const runs = useInfiniteQuery({
    ...api.connections.runs.infiniteOptions({
      input: (after: string | undefined) => ({
        companyId: company.id,
        connectionId: connection.id,
        limit: PAGE,
        ...(after === undefined ? {} : { after }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
    refetchInterval: ({ state }) =>
      connection.running || state.data?.pages.some((page) => page.runs.some(isUnderWay)) ? SOON_MS : false,
  });
  return (
    <Screen
      data={runs}
      loading={<SkeletonLines lines={8} />}
      empty={{
        when: ({ pages }) => pages[0]?.runs.length === 0,
        show: <p className="quiet">No collections yet.</p>,
      }}
    >
      {({ pages }) => (
        <>
          <ol className="lines check-lines" aria-label="Runs, newest first">
            {pages
              .flatMap((page) => page.runs)
              .map((run) => (
                <li key={run.id}>
                  <RunLine connectionId={connection.id} run={run} />
                </li>
              ))}
          </ol>
          {runs.hasNextPage && (
            <Button
              size="small"
              busy={runs.isFetchingNextPage && "Loading..."}
              onClick={() => void runs.fetchNextPage()}
            >
              Show earlier runs
            </Button>
          )}
        </>
      )}
    </Screen>
  );
}
