import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { exactTime } from "#web/design/dates.ts";
import { Dialog, DialogBody } from "#web/design/dialog.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { withSpokenNumbers } from "../../exhibit-numbers.ts";
import type { Auditor } from "./auditors.tsx";

interface AuditorViewsProps {
  companyId: string;
  auditor: Auditor;
  onClose: () => void;
}

/** Everything an auditor looked at, newest first, as the ledger has it. */
export function AuditorViews({ companyId, auditor, onClose }: AuditorViewsProps) {
  const views = useInfiniteQuery(
    api.auditors.views.infiniteOptions({
      input: (after: number | undefined) => ({
        companyId,
        auditorId: auditor.id,
        ...(after !== undefined && { after }),
      }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  );
  const entries = views.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Dialog title={`Viewed by ${auditor.name}`} onClose={onClose} width="wide">
      <DialogBody>
        <Screen
          data={views}
          loading={<SkeletonLines lines={6} />}
          empty={{ when: () => entries.length === 0, show: <p className="quiet">Nothing yet.</p> }}
        >
          {() => (
            <ul aria-label="Views">
              {entries.map(({ index, at, sentence }) => (
                <li key={index} className="padded-4">
                  {auditor.name} {withSpokenNumbers(sentence)}. <span className="small faint">{exactTime(at)}</span>
                </li>
              ))}
            </ul>
          )}
        </Screen>
        {views.hasNextPage && (
          <Button
            size="small"
            busy={views.isFetchingNextPage && "Loading..."}
            onClick={() => void views.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </DialogBody>
    </Dialog>
  );
}
