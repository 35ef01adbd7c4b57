import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { comparePolicies } from "#domain/policies/compare.ts";
import { readPolicyText } from "#domain/policies/policy-text.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useTitle } from "#web/design/use-title.ts";
import { useCan, useWorkspace } from "../../../company-context.tsx";
import { Changes } from "../comparison.tsx";
import { addressOfPolicy, policiesAddress } from "../policies.ts";
import { Editor } from "./editor.tsx";
import { NotesBeside } from "./notes-beside.tsx";
import { OfferedPromises } from "./offered-promises.tsx";
import { useAutosave } from "./use-autosave.ts";
import { useJudgedStatements } from "./use-judged-statements.ts";

export const meta = () => [{ title: "Edit Policy - Exhibit" }];

type Version = z.output<typeof contract.policies.version.output>;

/** Edits the open version of a policy. What nobody may edit leads to the policy's page. */
export default function EditScreen() {
  const { company } = useWorkspace();
  const { policyId = "" } = useParams();
  const mayWrite = useCan("policies.write");
  const policy = useQuery(api.policies.get.queryOptions({ input: { companyId: company.id, policyId } }));
  const versionId = policy.data?.open?.id;
  const version = useQuery({
    ...api.policies.version.queryOptions({ input: { companyId: company.id, versionId: versionId ?? "" } }),
    enabled: versionId !== undefined,
    // The editor begins with the newest text, and is never changed under somebody's hands.
    staleTime: 0,
    gcTime: 0,
  });
  if (policy.data && (!mayWrite || versionId === undefined)) return <Navigate to={addressOfPolicy(policyId)} replace />;
  return (
    <div className="page">
      <Screen
        data={policy.data ? version : policy}
        loading={<SkeletonRegister rows={8} columns={2} />}
        empty={null}
        back={{ to: policiesAddress, label: "Policies" }}
      >
        {(found) => ("text" in found ? <Editing key={found.id} version={found} /> : null)}
      </Screen>
    </div>
  );
}

function Editing({ version: given }: { version: Version }) {
  // As it was when the editor opened; it is not replaced by what is saved meanwhile.
  const [version] = useState(given);
  const [other, setOther] = useState<Version>();
  const begun = other ?? version;
  const read = readPolicyText(begun.text);
  if (!read.ok)
    return (
      <p role="alert">
        This text cannot be edited here. Line {read.problem.line}: {read.problem.message}
      </p>
    );
  return <Draft key={begun.revision} version={begun} onOther={setOther} />;
}

function Draft({ version, onOther }: { version: Version; onOther: (version: Version) => void }) {
  useTitle(`Edit ${version.title}`);
  const navigate = useNavigate();
  const { status, savedText, conflict, save, change, keepOwn, takeOther } = useAutosave(version);
  const [text, setText] = useState(version.text);
  const judged = useJudgedStatements(version.id, savedText);
  const approvals = version.approvals.length;
  return (
    <>
      <PageHead
        title={version.title}
        crumbs={[
          { label: "Policies", to: policiesAddress },
          { label: version.title, to: addressOfPolicy(version.policyId) },
        ]}
        here="Edit"
        sub={`Version ${version.number}. ${
          version.state === "review" ? "An edit makes it a draft again" : "It is saved while you write"
        }${approvals > 0 ? `, and takes ${approvals} ${approvals === 1 ? "approval" : "approvals"} away` : ""}.`}
        actions={
          <Button
            kind="primary"
            onClick={() =>
              void save().then((isSaved) => (isSaved ? navigate(addressOfPolicy(version.policyId)) : undefined))
            }
          >
            Done
          </Button>
        }
      />
      <Editor
        text={version.text}
        label={`Text of ${version.title}`}
        status={status}
        onChange={(markdown) => {
          setText(markdown);
          change(markdown);
        }}
        above={(run) => <OfferedPromises versionId={version.id} text={text} run={run} />}
        beside={(view, state) => <NotesBeside view={view} state={state} judged={judged} />}
      />
      {conflict && (
        <Dialog title="Someone else changed this text" width="wide" onClose={undefined}>
          <DialogBody>
            <p>Your text is marked where it differs from what they saved.</p>
            <Changes blocks={comparePolicies(conflict.text, text)} />
          </DialogBody>
          <DialogFoot>
            <Button
              onClick={() => {
                takeOther();
                onOther({ ...version, text: conflict.text, revision: conflict.revision });
              }}
            >
              Take Theirs
            </Button>
            <Button kind="primary" onClick={() => void keepOwn()}>
              Keep Mine
            </Button>
          </DialogFoot>
        </Dialog>
      )}
    </>
  );
}
