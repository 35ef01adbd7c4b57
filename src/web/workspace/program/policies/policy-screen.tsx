import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, Pencil } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { api } from "#web/api.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useTitle } from "#web/design/use-title.ts";
import { useWorkspace } from "../../company-context.tsx";
import { useSearch } from "../../use-search.ts";
import { Acknowledge } from "./acknowledge.tsx";
import { AnsweredOtherwise } from "./answers-notice.tsx";
import { Comparison } from "./comparison.tsx";
import { addressOfEditor, policiesAddress, versionWords } from "./policies.ts";
import type { PolicyDetails, PolicyVersion } from "./policies.ts";
import { PolicyAside } from "./policy-aside.tsx";
import { PolicyText } from "./policy-text.tsx";
import { SendDialog } from "./send-dialog.tsx";
import { usePolicyActs } from "./use-policy-acts.ts";
import "./policies.css";

export const meta = () => [{ title: "Policy - Exhibit" }];

/** One policy: its text with what checks say of it, approvals, versions, whom it is assigned to and who acknowledged it. */
export default function PolicyScreen() {
  const { company } = useWorkspace();
  const { policyId = "" } = useParams();
  const policy = useQuery(api.policies.get.queryOptions({ input: { companyId: company.id, policyId } }));
  return (
    <div className="page">
      <Screen
        data={policy}
        loading={<SkeletonRegister rows={8} columns={3} />}
        empty={null}
        back={{ to: policiesAddress, label: "Policies" }}
      >
        {(found) => <Policy key={found.id} policy={found} />}
      </Screen>
    </div>
  );
}

function Policy({ policy }: { policy: PolicyDetails }) {
  useTitle(policy.title);
  const { inForce, open, may } = policy;
  const [picked, setPicked] = useState<string>();
  const [search, change] = useSearch();
  const doing = search.get("do");
  const start = (what: string) => () => change({ do: what }, { replace: false });
  const close = () => change({ do: "" }, { replace: true });
  const version = policy.versions.find(({ id }) => id === picked) ?? open ?? inForce ?? policy.versions[0];
  const before = policy.versions.find(({ number, state }) => number < (version?.number ?? 0) && state !== "draft");
  if (!version) return <Discarded policy={policy} />;
  return (
    <>
      <PageHead
        title={policy.title}
        crumbs={[
          { label: "Program", to: "/dashboard/program" },
          { label: "Policies", to: policiesAddress },
        ]}
        sub={subOf(policy, version)}
        actions={
          <>
            {before && (
              <Button kind="quiet" icon={GitCompareArrows} phoneIcon onClick={start("compare")}>
                {`Compare with ${before.number}`}
              </Button>
            )}
            {may.write && open && (
              <ButtonLink icon={Pencil} to={addressOfEditor(policy.id)}>
                Edit
              </ButtonLink>
            )}
            <MainAct policy={policy} onSend={start("send")} />
          </>
        }
      />
      <Acknowledge policy={policy} />
      {inForce && policy.documentId !== null && <AnsweredOtherwise policyId={policy.id} />}
      <Tally version={version} />
      <div className="policy-page">
        <VersionText version={version} />
        <PolicyAside policy={policy} shown={version} onPick={setPicked} />
      </div>
      {doing === "send" && may.write && open?.state === "draft" && (
        <SendDialog policy={policy} version={open} onClose={close} />
      )}
      {doing === "compare" && before && <Comparison before={before} after={version} onClose={close} />}
    </>
  );
}

function Discarded({ policy: { id, title, may } }: { policy: PolicyDetails }) {
  const { draft } = usePolicyActs(id);
  const begin = (
    <Button kind="primary" busy={draft.isPending && "Starting..."} onClick={() => draft.mutate()}>
      New Version
    </Button>
  );
  return (
    <>
      <PageHead title={title} crumbs={[{ label: "Policies", to: policiesAddress }]} actions={may.write && begin} />
      <p className="quiet">Every version of it was discarded. The ledger has what happened.</p>
    </>
  );
}

function subOf({ inForce }: PolicyDetails, version: PolicyVersion): string {
  const shown = `Version ${version.number}. ${versionWords(version)}.`;
  if (!inForce || inForce.id === version.id || version.state === "replaced") return shown;
  return `${shown} Version ${inForce.number} is in force since ${longDate(inForce.inForceAt!)}.`;
}

/** The one next step: approve what waits, send what is a draft, or renew what is in force. */
function MainAct({ policy, onSend }: { policy: PolicyDetails; onSend: () => void }) {
  const { open, inForce, may } = policy;
  const acts = usePolicyActs(policy.id);
  if (open && may.approve)
    return (
      <Button
        kind="primary"
        busy={acts.approve.isPending && "Approving..."}
        onClick={() => acts.approve.mutate({ versionId: open.id, revision: open.revision })}
      >
        Approve
      </Button>
    );
  if (!may.write) return null;
  if (open?.state === "draft")
    return (
      <Button kind="primary" onClick={onSend}>
        Send for Approval
      </Button>
    );
  if (open || !inForce) return null;
  return (
    <>
      <Button
        busy={acts.renew.isPending && "Renewing..."}
        onClick={() => acts.renew.mutate(Math.min(inForce.quorum ?? 1, Math.max(may.approvers, 1)))}
      >
        Renew
      </Button>
      <Button busy={acts.draft.isPending && "Starting..."} onClick={() => acts.draft.mutate()}>
        New Version
      </Button>
    </>
  );
}

function useVersion(versionId: string) {
  const { company } = useWorkspace();
  const input = { companyId: company.id, versionId };
  return {
    text: useQuery(api.policies.version.queryOptions({ input })),
    statements: useQuery(api.policies.statements.queryOptions({ input })),
  };
}

/** How many statements of the version are kept, as a cell for each. */
function Tally({ version }: { version: PolicyVersion }) {
  const { statements } = useVersion(version.id);
  const bound = statements.data ?? [];
  if (bound.length === 0) return null;
  const count = (state: string) => bound.filter((statement) => statement.state === state).length;
  const [kept, contradicted] = [count("kept"), count("contradicted")];
  return (
    <div className="overview-tally">
      <p className="overview-figure">
        {kept} of {bound.length} <small>statements kept</small>
      </p>
      <div className="policy-ticks" aria-hidden="true">
        {bound.map(({ check, state }) => (
          <i key={check} data-state={state} />
        ))}
      </div>
      <p className="compact quiet">
        {contradicted > 0
          ? `${contradicted} ${contradicted === 1 ? "is" : "are"} contradicted by what was observed.`
          : "Beside each statement stands what the evidence says of it."}
      </p>
    </div>
  );
}

function VersionText({ version }: { version: PolicyVersion }) {
  const { text, statements } = useVersion(version.id);
  return (
    <div className="narrows">
      <Screen data={text} loading={<SkeletonRegister rows={8} columns={2} />} empty={null}>
        {(found) => <PolicyText text={found.text} statements={statements.data} />}
      </Screen>
    </div>
  );
}
