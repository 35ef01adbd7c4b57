import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { AddSystem } from "./add-system.tsx";
import { DeclareSeveral } from "./declare-several.tsx";
import { KindTiles } from "./kind-tiles.tsx";
import { SystemsTally } from "./systems-tally.tsx";
import "./systems.css";

export const meta = () => [{ title: "Systems - Exhibit" }];

/** What a company runs or uses, by kind: its systems, what it has none of, and what is out of scope until when. */
export default function SystemsScreen() {
  const { company } = useWorkspace();
  const mayManage = useCan("systems.manage");
  const [adding, setAdding] = useState(false);
  const listed = useQuery(api.systems.list.queryOptions({ input: { companyId: company.id } }));
  return (
    <div className="page">
      <PageHead
        title="Systems"
        sub="The systems your company runs or uses. Checks are asked of what is listed here. Your auditors read this list."
        actions={
          mayManage && (
            <>
              <DeclareSeveral kinds={listed.data?.kinds} />
              <Button kind="primary" icon={Plus} onClick={() => setAdding(true)}>
                Add System
              </Button>
            </>
          )
        }
      />
      <Screen data={listed} loading={<SkeletonLines lines={9} />} empty={null}>
        {({ systems, kinds }) => (
          <>
            <SystemsTally systems={systems} kinds={kinds} />
            <KindTiles systems={systems} kinds={kinds} mayManage={mayManage} />
          </>
        )}
      </Screen>
      {adding && <AddSystem onClose={() => setAdding(false)} />}
    </div>
  );
}
