import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type * as z from "zod";
import { workflow } from "#catalog/importing-pages.ts";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { CopyButton } from "#web/design/copy-button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { PipelineDialog } from "./pipeline-dialog.tsx";

type Listed = z.output<typeof contract.pipelines.list.output>;
type Pipeline = Listed["pipelines"][number];

/** Pipelines that import reports by proving who they are, so that they keep no key. */
export function Pipelines() {
  const { company } = useWorkspace();
  const listed = useQuery(api.pipelines.list.queryOptions({ input: { companyId: company.id } }));
  return (
    <div className="settings-item">
      <p>
        GitHub Actions workflows can import reports without a stored key. GitHub confirms the repository and branch, and
        we issue a 15-minute token.{" "}
        <Link className="link" to="/dashboard/support/docs/push-from-ci">
          Set up a pipeline
        </Link>
      </p>
      <Screen data={listed} loading={<SkeletonLines lines={2} />} empty={null}>
        {(found) => <Trusted listed={found} />}
      </Screen>
    </div>
  );
}

function Trusted({ listed: { audience, pipelines } }: { listed: Listed }) {
  const { company } = useWorkspace();
  const [adding, setAdding] = useState(false);
  // Why there is none is said where the tokens are.
  const tokens = useQuery(api.apiTokens.list.queryOptions({ input: { companyId: company.id } }));
  const open = tokens.data?.closedBy === null;
  const text = workflow(audience, company.id);
  return (
    <>
      {pipelines.length > 0 ? (
        <ul className="settings-list" aria-label="Trusted pipelines">
          {pipelines.map((pipeline) => (
            <PipelineLine key={pipeline.id} pipeline={pipeline} />
          ))}
        </ul>
      ) : (
        open && <p>No trusted pipelines yet.</p>
      )}
      {open && (
        <Button size="small" onClick={() => setAdding(true)}>
          Trust Pipeline
        </Button>
      )}
      <details className="settings-ended">
        <summary>Workflow for this company</summary>
        <div className="workflow">
          <pre className="command" data-scrolls="a command stays on its line" tabIndex={0} aria-label="Workflow">
            {text}
          </pre>
          <CopyButton text={text} name="Copy workflow" />
        </div>
      </details>
      {adding && <PipelineDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function PipelineLine({ pipeline }: { pipeline: Pipeline }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { id: pipelineId, repository, branch, trustedBy, createdAt, lastUsedAt } = pipeline;
  const remove = useMutation(api.pipelines.remove.mutationOptions());
  return (
    <li>
      <div className="narrows">
        <b className="wraps strong">{repository}</b> <code className="mono faint">{branch}</code>
        <p className="small faint">
          Trusted by {trustedBy} on {longDate(createdAt)},{" "}
          {lastUsedAt ? `last used ${longDate(lastUsedAt)}` : "never used"}
        </p>
      </div>
      <Button size="small" kind="quiet" aria-label={`Remove ${repository}, ${branch}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      {asking && (
        <RemoveDialog
          title="Remove Pipeline"
          message={`Workflows of ${repository} on ${branch} can no longer import reports. Their tokens end now.`}
          action="Remove"
          busy="Removing..."
          failure="The pipeline could not be removed"
          remove={() => remove.mutateAsync({ companyId: company.id, pipelineId })}
          onRemoved={async () => {
            toast.success("Pipeline removed");
            await queries.invalidateQueries({ queryKey: api.pipelines.key() });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
