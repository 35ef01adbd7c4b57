import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { useWorkspace } from "../../company-context.tsx";
import type { ComparedBlock, PolicyVersion } from "./policies.ts";
import "./policies.css";

interface ComparisonProps {
  before: PolicyVersion;
  after: PolicyVersion;
  onClose: () => void;
}

/** Two versions of a policy, read as one: what was removed is struck through, what was added is marked. */
export function Comparison({ before, after, onClose }: ComparisonProps) {
  const { company } = useWorkspace();
  const compared = useQuery(
    api.policies.compare.queryOptions({ input: { companyId: company.id, versionId: after.id, before: before.id } }),
  );
  return (
    <Dialog title={`Version ${after.number} compared with ${before.number}`} width="wide" onClose={onClose}>
      <DialogBody>
        <Screen data={compared} loading={<SkeletonRegister rows={5} columns={2} />} empty={null}>
          {(blocks) =>
            blocks.every(({ kind }) => kind === "same") ? (
              <p>Both versions have the same text.</p>
            ) : (
              <Changes blocks={blocks} />
            )
          }
        </Screen>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  );
}

/** Compared blocks in reading order. */
export function Changes({ blocks }: { blocks: readonly ComparedBlock[] }) {
  return (
    <div className="policy-changes" role="group" aria-label="What differs" tabIndex={0}>
      {blocks.map(({ kind, text }, at) => {
        const Mark = ({ same: "p", removed: "del", added: "ins" } as const)[kind];
        return (
          <Mark key={at} className="policy-change">
            {text}
          </Mark>
        );
      })}
    </div>
  );
}
