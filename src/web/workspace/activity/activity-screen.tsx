import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useCan } from "../company-context.tsx";
import { Filters } from "./activity-filters.tsx";
import { ActivityTable } from "./activity-table.tsx";
import { ExportActivity } from "./export-activity.tsx";
import { useActivity, useActivityFilters } from "./use-activity.ts";
import "./activity.css";

export const meta = () => [{ title: "Activity - Exhibit" }];

/** Who did what, and when, as the company's ledger has it. */
export default function ActivityScreen() {
  const filters = useActivityFilters();
  const activity = useActivity(filters);
  const mayExport = useCan("activity.export");
  const entries = activity.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <div className="page">
      <PageHead
        title="Activity"
        sub="Every entry of the company's ledger, newest first. Entries are never changed or removed."
        actions={mayExport && <ExportActivity filters={filters} />}
      />
      <Filters filters={filters} />
      <Screen
        data={activity}
        loading={<SkeletonRegister rows={12} columns={3} />}
        empty={{
          when: () => entries.length === 0,
          show: <p className="padded-24 quiet">No entries match these filters.</p>,
        }}
      >
        {() => (
          <ActivityTable
            entries={entries}
            more={activity.hasNextPage ? () => void activity.fetchNextPage() : undefined}
            loadingMore={activity.isFetchingNextPage}
          />
        )}
      </Screen>
    </div>
  );
}
