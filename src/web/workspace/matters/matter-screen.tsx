import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useParams } from "react-router";
import { addressOf } from "#web/address.ts";
import { api } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { WithPanel } from "#web/design/side-panel.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { Notice } from "#web/design/states.tsx";
import { fetchFile, saveFile } from "#web/download.ts";
import { showError } from "#web/app-error.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import { MatterOfRecords } from "../matter-of-records.ts";
import { AccessList } from "./access-list.tsx";
import { basisWords } from "./matter.ts";
import type { Matter } from "./matter.ts";
import { MatterItems } from "./matter-items.tsx";
import { MatterLog } from "./matter-log.tsx";
import { MatterRecords } from "../matter-records.tsx";
import { useOpenRecord } from "../open-matter-record.tsx";
import "./matters.css";

export const meta = () => [{ title: "Matter - Exhibit" }];

/** One matter: its access list, and for the people on it its items and its record. */
export default function MatterScreen() {
  const { matterId = "" } = useParams();
  return (
    <MatterOfRecords value={matterId}>
      <OpenMatterScreen matterId={matterId} />
    </MatterOfRecords>
  );
}

function OpenMatterScreen({ matterId }: { matterId: string }) {
  const { company } = useWorkspace();
  const answer = useQuery(api.matters.get.queryOptions({ input: { companyId: company.id, matterId } }));
  const open = useOpenRecord();
  const isListed = answer.data?.matter.onAccessList ?? false;
  const page = (
    <>
      <Screen
        data={answer}
        loading={<SkeletonLines lines={8} />}
        empty={null}
        back={{ label: "Matters", to: "/dashboard/matters" }}
      >
        {({ matter, accessList }) => (
          <>
            <PageHead
              title={matter.name}
              crumbs={[
                { label: "Evidence", to: "/dashboard/evidence" },
                { label: "Matters", to: "/dashboard/matters" },
              ]}
              sub={`${basisWords[matter.basis]}. Opened by ${matter.createdBy} on ${longDate(matter.createdAt)}.`}
              actions={
                <>
                  {matter.onAccessList && <PrivilegeLog companyId={company.id} matterId={matter.id} />}
                  <OpenOrClosed matter={matter} />
                </>
              }
            />
            {matter.closedAt && (
              <Notice>
                Closed on {longDate(matter.closedAt)}. You cannot add items. Existing items stay privileged.
              </Notice>
            )}
            <section className="matter-part" aria-labelledby="access">
              <h2 id="access" className="title-card">
                Access list
              </h2>
              <AccessList matter={matter} people={accessList} />
            </section>
            {matter.onAccessList ? (
              <>
                <section className="matter-part" aria-labelledby="items">
                  <h2 id="items" className="title-card">
                    Items
                  </h2>
                  <MatterItems matter={matter} />
                </section>
                <section className="matter-part" aria-labelledby="records">
                  <h2 id="records" className="title-card">
                    Records
                  </h2>
                  <MatterRecords matter={matter} registers={open.writable} onNew={open.add} />
                </section>
                <section className="matter-part" aria-labelledby="activity">
                  <h2 id="activity" className="title-card">
                    Activity
                  </h2>
                  <MatterLog matterId={matter.id} />
                </section>
              </>
            ) : (
              <Notice>
                You manage this matter but are not on its access list, so you cannot see its items, records or activity.
              </Notice>
            )}
          </>
        )}
      </Screen>
      {isListed && open.dialog}
    </>
  );
  return <WithPanel page={page} panel={isListed && open.panel} />;
}

function PrivilegeLog({ companyId, matterId }: { companyId: string; matterId: string }) {
  const fetching = useMutation({
    mutationFn: async () =>
      saveFile(await fetchFile(addressOf(contract.matters.privilegeLog, { companyId, matterId })), "privilege-log.csv"),
    onError: (error) => showError(error, "The privilege log could not be downloaded"),
  });
  return (
    <Button icon={Download} busy={fetching.isPending && "Downloading..."} onClick={() => fetching.mutate()}>
      Privilege Log
    </Button>
  );
}

function OpenOrClosed({ matter }: { matter: Matter }) {
  const { company } = useWorkspace();
  const mayManage = useCan("matters.manage");
  const queries = useQueryClient();
  const options = {
    onSuccess: () => queries.invalidateQueries({ queryKey: api.matters.key() }),
    onError: (error: unknown) => showError(error, "The matter could not be changed"),
  };
  const close = useMutation(api.matters.close.mutationOptions(options));
  const reopen = useMutation(api.matters.reopen.mutationOptions(options));
  const change = matter.closedAt === null ? close : reopen;
  if (!mayManage) return null;
  return (
    <Button
      busy={change.isPending && "Saving..."}
      onClick={() => change.mutate({ companyId: company.id, matterId: matter.id })}
    >
      {matter.closedAt === null ? "Close Matter" : "Reopen Matter"}
    </Button>
  );
}
