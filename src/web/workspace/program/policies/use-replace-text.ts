import { useQueryClient } from "@tanstack/react-query";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";
import type { PolicyDetails } from "./policies.ts";

const UNDO_MS = 15_000;

/** Puts a text and the exhibit that it was imported from into a policy's open version, or into a new one, and offers to take that back. Throws where it is refused. */
export function useReplaceText() {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const companyId = company.id;
  const refresh = () => queries.invalidateQueries({ queryKey: api.policies.key() });

  return async (policy: PolicyDetails, text: string, original: string): Promise<void> => {
    const isNew = policy.open === null;
    const open = policy.open ?? (await client.policies.draft({ companyId, policyId: policy.id })).open!;
    const before = await client.policies.version({ companyId, versionId: open.id });
    const saved = await client.policies.save({
      companyId,
      versionId: open.id,
      revision: before.revision,
      text,
      original,
    });
    await refresh();
    const undo = async () => {
      try {
        if (isNew) await client.policies.discard({ companyId, versionId: open.id });
        else
          await client.policies.save({
            companyId,
            versionId: open.id,
            revision: saved.revision,
            text: before.text,
            original: before.original?.item ? before.original.exhibit : null,
          });
        toast.success(isNew ? "Draft discarded" : "The text is as it was");
      } catch (error) {
        showError(error, "This could not be undone");
      }
      await refresh();
    };
    toast.success(isNew ? "Draft started from the document" : "Text replaced", {
      lasts: UNDO_MS,
      action: { label: "Undo", onPress: () => void undo() },
    });
  };
}
