import { useQuery } from "@tanstack/react-query";
import { readableBlock } from "#domain/policies/compare.ts";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
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

/** Compared blocks in reading order; in one that changed, its words. */
export function Changes({ blocks }: { blocks: readonly ComparedBlock[] }) {
  return (
    <div className="policy-changes" role="group" aria-label="What differs" tabIndex={0}>
      {blocks.map(({ kind, text, parts }, at) =>
        kind === "changed" ? (
          <p key={at} className="policy-change">
            {parts?.map((part, index) => (
              <Marked key={index} kind={part.kind}>
                {part.text}
              </Marked>
            ))}
          </p>
        ) : (
          <p key={at} className="policy-change">
            <Marked kind={kind}>{readableBlock(text)}</Marked>
          </p>
        ),
      )}
    </div>
  );
}

/** Words that were removed or added: marked for the eye, on paper too, and said to whoever hears them. */
function Marked({ kind, children }: { kind: "same" | "removed" | "added"; children: string }) {
  if (kind === "same") return children;
  const Mark = kind === "removed" ? "del" : "ins";
  return (
    <Mark>
      <VisuallyHidden>{kind === "removed" ? " Removed: " : " Added: "}</VisuallyHidden>
      {children}
      <VisuallyHidden>{kind === "removed" ? " End of what was removed. " : " End of what was added. "}</VisuallyHidden>
    </Mark>
  );
}
