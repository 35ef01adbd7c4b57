import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { exactTime } from "#web/design/dates.ts";
import { Table, oneSection } from "#web/design/table.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { withSpokenNumbers } from "../exhibit-numbers.ts";
import { useWorkspace } from "../company-context.tsx";

/** Who looked at which item of the matter, when and how, and who changed its access list: entries of the ledger, for that list alone. */
export function MatterLog({ matterId }: { matterId: string }) {
  const { company } = useWorkspace();
  const log = useInfiniteQuery(
    api.matters.log.infiniteOptions({
      input: (after: number | undefined) => ({
        companyId: company.id,
        matterId,
        ...(after !== undefined && { after }),
      }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      staleTime: 0,
    }),
  );
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Screen data={log} loading={<SkeletonRegister rows={4} columns={2} />} empty={null}>
      {() => (
        <>
          <Table
            label="Record"
            marginHead="No."
            margin={({ index }) => String(index)}
            columns={[
              {
                key: "what",
                head: "Action",
                phone: "title",
                cell: ({ person, sentence }) => (
                  <span>
                    <b className="strong">{person}</b> {withSpokenNumbers(sentence)}.
                  </span>
                ),
              },
              {
                key: "at",
                head: "When",
                align: "right",
                phone: "right",
                cell: ({ at }) => <time dateTime={at}>{exactTime(at)}</time>,
              },
            ]}
            rowKey={({ index }) => String(index)}
            sections={oneSection(entries)}
          />
          {log.hasNextPage && (
            <Button size="small" busy={log.isFetchingNextPage && "Loading..."} onClick={() => void log.fetchNextPage()}>
              Show more
            </Button>
          )}
        </>
      )}
    </Screen>
  );
}
