import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Table, oneSection } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { shortNumber, spokenNumber } from "../exhibit-numbers.ts";
import { WaiveDialog } from "./waive-dialog.tsx";
import type { Matter } from "./matter.ts";

export type MatterItem = z.output<typeof contract.matters.items.output>["items"][number];

/** What was filed under a matter, with those whose privilege was waived. */
export function MatterItems({ matter }: { matter: Matter }) {
  const { company } = useWorkspace();
  const mayWaive = useCan("matters.manage");
  const [waiving, setWaiving] = useState<MatterItem>();
  const items = useInfiniteQuery(
    api.matters.items.infiniteOptions({
      input: (after: number | undefined) => ({
        companyId: company.id,
        matterId: matter.id,
        ...(after !== undefined && { after }),
      }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  );
  const all = items.data?.pages.flatMap((page) => page.items) ?? [];
  const columns: Column<MatterItem>[] = [
    {
      key: "name",
      head: "Item",
      phone: "title",
      cell: ({ id, name }) => (
        <Link className="link" to={`/dashboard/evidence?item=${id}`}>
          {name}
        </Link>
      ),
    },
    {
      key: "filed",
      head: "Filed",
      written: true,
      phone: "left",
      cell: ({ filedBy, filedAt }) => `${filedBy}, ${longDate(filedAt)}`,
    },
    {
      key: "state",
      head: "Privilege",
      phone: "line",
      cell: ({ waived }) =>
        waived ? `Waived by ${waived.by} on ${longDate(waived.at)}: ${waived.reason}` : "Withheld",
    },
    ...(mayWaive
      ? [
          {
            key: "actions",
            head: <span className="visually-hidden">Actions</span>,
            align: "right" as const,
            phone: "actions" as const,
            cell: (item: MatterItem) =>
              item.waived === null && (
                <Button
                  size="small"
                  kind="quiet"
                  aria-label={`Waive Privilege of ${spokenNumber(item.exhibit)}`}
                  onClick={() => setWaiving(item)}
                >
                  {" "}
                  Waive Privilege
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <>
      <Screen
        data={items}
        loading={<SkeletonRegister rows={3} columns={3} />}
        empty={{
          when: () => all.length === 0,
          show: (
            <p className="quiet">
              No items yet. To add one, turn on Privileged when you add evidence and choose this matter.
            </p>
          ),
        }}
      >
        {() => (
          <>
            <Table
              label="Items"
              marginHead="No."
              margin={({ exhibit }) => shortNumber(exhibit)}
              columns={columns}
              rowKey={({ id }) => id}
              sections={oneSection(all)}
            />
            {items.hasNextPage && (
              <Button
                size="small"
                busy={items.isFetchingNextPage && "Loading..."}
                onClick={() => void items.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </>
        )}
      </Screen>
      {waiving && <WaiveDialog item={waiving} onClose={() => setWaiving(undefined)} />}
    </>
  );
}
