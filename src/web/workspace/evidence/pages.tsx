import { PageTurns } from "../page-turns.tsx";
import { useCount } from "./use-library.ts";
import type { Filters } from "./use-library.ts";
import type { ListPage } from "./gather-page.ts";

interface PagesProps {
  page: ListPage;
  filters: Filters;
  /** The page that was asked for last is still on its way. */
  turning: boolean;
}

/**
 * How many items fit, and the pages before and after this one. Pages, and not one list that grows: however much is on file,
 * a page has fifty rows, the browser's way back leads to the page before, and the address of each can be handed on.
 */
export function Pages({ page, filters, turning }: PagesProps) {
  const count = useCount(filters).data;
  const turn = (to: Record<string, string>) => () =>
    filters.set({ after: "", before: "", item: "", ...to }, { replace: false });
  // The total leaves privileged items out, because they count nowhere; who sees some is told of them apart.
  const privileged = page.items.filter(({ matterId }) => matterId !== null).length;
  const fit = (total: number, more = false) =>
    `${total.toLocaleString("en-US")}${more ? "+" : ""} ${total === 1 && !more ? "item" : "items"}`;
  return (
    <div className="register-foot pages">
      <span role="status">
        {filters.chosen.length === 0
          ? `${(page.items.length - privileged).toLocaleString("en-US")} of ${fit(page.total)}${privileged > 0 ? `, and ${privileged.toLocaleString("en-US")} privileged` : ""}`
          : count
            ? `${fit(count.count, count.more)} ${count.count === 1 && !count.more ? "matches" : "match"}`
            : " "}
      </span>
      <PageTurns
        previous={page.previous === null ? undefined : turn({ before: page.previous })}
        next={page.next === null ? undefined : turn({ after: page.next })}
        turning={turning}
      />
    </div>
  );
}
