import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { contract } from "#web/contract.ts";
import { addressOf } from "#web/address.ts";
import { api, client } from "#web/api.ts";
import { toast } from "#web/design/toast-list.ts";
import { save } from "#web/download.ts";
import { follow } from "#web/follow.ts";
import { tell } from "#web/refusal.ts";

/** Prepares a bundle of the company, or of one of its projects, and saves it, with a slip that says how far it is. */
export function useBundleExport(companyId: string) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function exportBundle(projectId?: string) {
    setBusy(true);
    const slip = toast.work("Preparing the report");
    try {
      const { id: exportId, fileName } = await client.exports.create({
        companyId,
        ...(projectId ? { projectId } : {}),
      });
      // The bundle is made while it is sent, so the download begins first and its progress follows.
      save(addressOf(contract.exports.bundle, { companyId, exportId }), fileName);
      await follow(contract.exports.progress, { companyId, exportId }, ({ step, done, total }) =>
        slip.step(total > 0 ? `${step}, ${done.toLocaleString()} of ${total.toLocaleString()}` : step, done, total),
      );
      toast.success("Evidence exported successfully");
      void queries.invalidateQueries({ queryKey: api.exports.key() });
      void queries.invalidateQueries({ queryKey: api.onboarding.setup.key() });
    } catch (error) {
      tell(error, "The report could not be exported");
    } finally {
      slip.end();
      setBusy(false);
    }
  }

  return { busy, exportBundle };
}
