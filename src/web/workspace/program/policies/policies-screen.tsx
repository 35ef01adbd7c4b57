import { useQuery } from "@tanstack/react-query";
import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { timeNow } from "#web/clock.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { lazily } from "#web/lazily.tsx";
import { Mark } from "#web/design/mark.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { EmptyState } from "#web/design/states.tsx";
import { Table } from "#web/design/table.tsx";
import type { Column } from "#web/design/table.tsx";
import { useCan, useWorkspace } from "../../company-context.tsx";
import { PrintMenu } from "../../documents/print-menu.tsx";
import { useSearch } from "../../use-search.ts";
import { printed } from "../printed.ts";
import { ProgramTabs } from "../program-tabs.tsx";
import { useRegisters } from "../use-registers.ts";
import { AddPolicies } from "./add-policies.tsx";
import { AnswersNotice } from "./answers-notice.tsx";
import { ImportPolicy } from "./import-policy.tsx";
import { lastDayOf } from "./last-day.ts";
import { addressOfPolicy, policiesAddress, standingOf } from "./policies.ts";
import type { PolicySummary } from "./policies.ts";
import { ToAcknowledge } from "./to-acknowledge.tsx";
import { usePolicyLibrary } from "./use-policy-library.ts";
import "./policies.css";

const AnswersDialog = lazily(() => import("./answers-dialog.tsx"));

export const meta = () => [{ title: "Policies - Exhibit" }];

const columns: readonly Column<PolicySummary>[] = [
  {
    key: "policy",
    head: "Policy",
    phone: "title",
    written: true,
    cell: ({ id, title }) => (
      <Link className="row-action" to={addressOfPolicy(id)}>
        {title}
      </Link>
    ),
  },
  {
    key: "state",
    head: "State",
    phone: "left",
    cell: (policy) => {
      const { finding, words } = standingOf(policy, timeNow());
      return (
        <>
          <Mark finding={finding}>{words}</Mark>
          {policy.inForce && policy.open && (
            <span className="own-line fine faint">
              Version {policy.open.number} {policy.open.state === "review" ? "waits for approval" : "is a draft"}
            </span>
          )}
        </>
      );
    },
  },
  {
    key: "version",
    head: "Version",
    phone: "right",
    cell: ({ inForce, open }) => (
      <>
        <span className="only-phone fine faint">Version&nbsp;</span>
        <span className="mono">{(inForce ?? open)?.number ?? ""}</span>
      </>
    ),
  },
  {
    key: "owner",
    head: "Owner",
    phone: "hidden",
    written: true,
    cell: ({ owner }) => <Owner of={owner} />,
  },
  {
    key: "approved",
    head: "Approved",
    phone: "hidden",
    roomy: true,
    cell: ({ inForce }) =>
      inForce ? (
        <>
          {longDate(inForce.inForceAt!)}
          <span className="own-line fine faint">{inForce.approvals.map(({ name }) => name).join(", ")}</span>
        </>
      ) : (
        <span className="faint">Not yet</span>
      ),
  },
  {
    key: "renewal",
    head: "Renewal due",
    phone: "line",
    cell: ({ owner, renewBy }) => (
      <>
        {/* A phone has two lines beside title and state. */}
        <span className="own-line">
          <span className="only-phone">
            <span>
              <span className="cell-label">Owner:</span>
              <Owner of={owner} />
            </span>
          </span>
        </span>
        <span className="only-phone cell-label">Renewal due:</span>
        {renewBy === null ? <span className="faint">Not in force</span> : longDate(renewBy)}
      </>
    ),
  },
  {
    key: "acknowledged",
    head: "Acknowledged",
    phone: "line",
    cell: ({ acknowledged }) => (
      <>
        <span className="only-phone cell-label">Acknowledged:</span>
        <Acknowledged of={acknowledged} />
      </>
    ),
  },
];

function Owner({ of: owner }: { of: PolicySummary["owner"] }) {
  if (owner === null) return <span className="faint">Nobody</span>;
  return (
    <>
      {owner.name}
      {owner.leftAt !== null && <span className="own-line fine policy-late">Left {lastDayOf(owner.leftAt)}</span>}
    </>
  );
}

function Acknowledged({ of }: { of: PolicySummary["acknowledged"] }) {
  if (!of || of.of === 0) return <span className="faint">Not assigned</span>;
  return (
    <>
      {of.done.toLocaleString("en-US")} of {of.of.toLocaleString("en-US")}
      {of.late > 0 && <span className="own-line fine policy-late">{of.late.toLocaleString("en-US")} late</span>}
    </>
  );
}

/** The company's policies: state, version, approval, renewal and acknowledgments, and what the reader has to acknowledge. */
export default function PoliciesScreen() {
  const { company } = useWorkspace();
  const mayWrite = useCan("policies.write");
  const registers = useRegisters();
  const policies = useQuery(api.policies.list.queryOptions({ input: { companyId: company.id } }));
  const { library } = usePolicyLibrary();
  const [search, change] = useSearch();
  const doing = search.get("do");
  const open = (what: string) => () => change({ do: what }, { replace: false });
  const close = () => change({ do: "" }, { replace: true });
  const [areAllShown, showAll] = useState(false);
  const discarded = policies.data?.filter(isDiscarded).length ?? 0;
  const add = (
    <Button kind="primary" icon={Plus} onClick={open("add")}>
      Add Policies
    </Button>
  );
  return (
    <div className="page">
      <PageHead
        title="Policies"
        crumbs={[{ label: "Program", to: "/dashboard/program" }]}
        sub="What your company has decided: approved by people, acknowledged by everyone it concerns, and kept."
        actions={
          <>
            {policies.data?.some(({ inForce }) => inForce) && <PrintMenu documents={printed.policies()} />}
            {library.data && (
              <Button kind="quiet" onClick={open("answers")}>
                Answers
              </Button>
            )}
            {mayWrite && (
              <>
                <Button icon={Upload} onClick={open("import")}>
                  Import
                </Button>
                {add}
              </>
            )}
          </>
        }
      />
      {registers.data && <ProgramTabs registers={registers.data} here={policiesAddress} />}
      <ToAcknowledge />
      {library.data && <AnswersNotice library={library.data} onOpen={open("answers")} />}
      <Screen
        data={policies}
        loading={<SkeletonRegister rows={6} columns={6} />}
        empty={{
          when: (all) => all.length === 0 || (all.every(isDiscarded) && !areAllShown),
          show: (
            <EmptyState title="No policies yet" action={mayWrite && add}>
              Start from the library: answer what your company does today, and only that becomes a promise.
            </EmptyState>
          ),
        }}
      >
        {(all) => (
          <Table
            label="Policies"
            marginHead="No."
            margin={({ number }) => String(number)}
            columns={columns}
            rowKey={({ id }) => id}
            sections={[{ title: "", rows: areAllShown ? all : all.filter((policy) => !isDiscarded(policy)) }]}
          />
        )}
      </Screen>
      {discarded > 0 && !areAllShown && (
        <Button kind="quiet" size="small" onClick={() => showAll(true)}>
          {`Show ${discarded} Discarded`}
        </Button>
      )}
      {mayWrite && doing === "add" && <AddPolicies onClose={close} />}
      {mayWrite && doing === "import" && <ImportPolicy onClose={close} />}
      {doing === "answers" && library.data && <AnswersDialog library={library.data} onClose={close} />}
    </div>
  );
}

const isDiscarded = ({ inForce, open }: PolicySummary) => inForce === null && open === null;
