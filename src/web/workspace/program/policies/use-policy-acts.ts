import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../../company-context.tsx";
import { addressOfEditor } from "./policies.ts";

/** What people do with a policy; each act is told in a slip, and everything about policies is asked anew. */
export function usePolicyActs(policyId: string) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const companyId = company.id;
  const refresh = () => queries.invalidateQueries({ queryKey: api.policies.key() });
  const refused = (fallback: string) => (error: unknown) => {
    showError(error, fallback);
    // Somebody else may have done something meanwhile.
    void refresh();
  };
  return {
    refresh,
    /** Also what the registers and tasks show. */
    refreshWithRegisters: () =>
      Promise.all(
        [api.policies.key(), api.registers.key(), api.tasks.key()].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
    approve: useMutation({
      mutationFn: (input: { versionId: string; revision: number }) => client.policies.approve({ companyId, ...input }),
      onSuccess: async ({ open }) => {
        await refresh();
        toast.success(open ? "Approved. It waits for others." : "Approved. It is in force.");
      },
      onError: refused("This could not be approved"),
    }),
    draft: useMutation({
      mutationFn: () => client.policies.draft({ companyId, policyId }),
      onSuccess: async () => {
        await refresh();
        await navigate(addressOfEditor(policyId));
      },
      onError: refused("A new version could not be started"),
    }),
    renew: useMutation({
      mutationFn: async (quorum: number) => {
        const { open } = await client.policies.draft({ companyId, policyId });
        await client.policies.send({ companyId, versionId: open!.id, revision: open!.revision, quorum });
      },
      onSuccess: async () => {
        await refresh();
        toast.success("Sent for approval unchanged. Nobody has to acknowledge it again.");
      },
      onError: refused("This could not be renewed"),
    }),
    discard: useMutation({
      mutationFn: (versionId: string) => client.policies.discard({ companyId, versionId }),
      onSuccess: async () => {
        await refresh();
        toast.success("Draft discarded");
      },
      onError: refused("This could not be discarded"),
    }),
    unassign: useMutation({
      mutationFn: (assignmentId: string) => client.policies.unassign({ companyId, assignmentId }),
      onSuccess: async () => {
        await refresh();
        toast.success("Assignment ended");
      },
      onError: refused("This could not be ended"),
    }),
  };
}
