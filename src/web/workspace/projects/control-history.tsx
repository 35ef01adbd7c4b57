import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { Segmented } from "#web/design/tabs.tsx";
import { useWorkspace } from "../company-context.tsx";
import { HistoryStrip } from "./history-strip.tsx";

const spans = [
  { key: "30", label: "30 days" },
  { key: "90", label: "90 days" },
  { key: "365", label: "1 year" },
] as const;

/** When a control's status changed, as a strip over time. */
export function ControlHistoryPart({ controlId }: { controlId: string }) {
  const { company } = useWorkspace();
  const [span, setSpan] = useState<(typeof spans)[number]["key"]>("90");
  const input = { companyId: company.id, controlId, days: Number(span) };
  const history = useQuery({ ...api.controls.history.queryOptions({ input }), placeholderData: keepPreviousData });
  return (
    <>
      <div className="below-12">
        <Segmented label="Time shown" options={spans} chosen={span} onChoose={setSpan} />
      </div>
      <Screen
        data={history}
        loading={<SkeletonLines lines={3} />}
        empty={{
          when: ({ changes }) => changes.length === 0,
          show: <p className="quiet">No history yet. It starts with the control's first status.</p>,
        }}
      >
        {(data) => <HistoryStrip history={data} />}
      </Screen>
    </>
  );
}
