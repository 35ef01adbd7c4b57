import { useState } from "react";
import { useNavigate } from "react-router";
import type { PolicyEdition } from "#catalog/policies/compose.ts";
import { client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";
import { addDrafts } from "./add-drafts.ts";
import { addressOfPolicy, counted } from "./policies.ts";
import type { NewAnswers } from "./policy-questions.tsx";
import { usePolicyLibrary } from "./use-policy-library.ts";

interface Wanted {
  readonly documentIds: readonly string[];
  readonly edition: PolicyEdition;
  readonly answers: NewAnswers;
  /** Who owns each of them; null for nobody. */
  readonly ownerId: string | null;
  /** Who sees to what is not so yet, and until when; undefined where all is. */
  readonly actions: { readonly ownerId: string; readonly dueOn: string } | undefined;
}

/** Keeps the answers, creates the drafts and the actions for what is not so yet, and offers to undo both. */
export function useAddDrafts(onDone: () => void) {
  const { company } = useWorkspace();
  const companyId = company.id;
  const navigate = useNavigate();
  const { refresh } = usePolicyLibrary();
  const [done, setDone] = useState<number>();

  async function addActions(documentIds: readonly string[], fields: NonNullable<Wanted["actions"]>) {
    const batches: string[] = [];
    let count = 0;
    for (const documentId of documentIds) {
      const { batchId, added } = await client.policies.addActions({ companyId, documentId, fields });
      if (batchId !== null) batches.push(batchId);
      count += added;
    }
    return { batches, count };
  }

  async function undo(versionIds: string[], batches: readonly string[]) {
    try {
      const { kept } = await client.policies.undoDrafts({ companyId, versionIds });
      for (const batchId of batches) await client.registers.undoBatch({ companyId, register: "actions", batchId });
      toast.success(kept.length > 0 ? `Undone, but for what was changed since: ${kept.join(", ")}` : "Undone");
    } catch (error) {
      showError(error, "This could not be undone");
    }
    await refresh(true);
  }

  async function add({ documentIds, edition, answers, ownerId, actions }: Wanted) {
    setDone(0);
    try {
      await client.policies.answer({ companyId, edition, answers: { ...answers } });
      const create = (some: string[]) => client.policies.addDrafts({ companyId, documentIds: some, ownerId });
      const { added, problem } = await addDrafts(documentIds, create, setDone);
      const created = added.map(({ documentId }) => documentId);
      const noActions = { batches: [] as string[], count: 0 };
      const more = actions
        ? await addActions(created, actions).catch((error: unknown) => {
            // The drafts are there: their pages are where to go on.
            showError(error, "The actions could not be added. Add them in Actions.");
            return noActions;
          })
        : noActions;
      await refresh(more.count > 0);
      if (added.length > 0) {
        const and = more.count > 0 ? `, with ${counted(more.count, "action")}` : "";
        const versionIds = added.map(({ versionId }) => versionId);
        toast.success(
          added.length === 1 ? `Policy added as a draft${and}` : `${added.length} policies added as drafts${and}`,
          { action: { label: "Undo", onPress: () => void undo(versionIds, more.batches) } },
        );
      }
      if (problem !== undefined) showError(problem, "Not all of these could be added");
      const [first, ...others] = added;
      if (first && others.length === 0 && problem === undefined)
        await navigate(addressOfPolicy(first.policyId), { replace: true });
      onDone();
    } catch (error) {
      setDone(undefined);
      showError(error, "These policies could not be added");
    }
  }

  return { add, done };
}
