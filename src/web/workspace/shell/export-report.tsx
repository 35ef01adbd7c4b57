import { useQueryClient } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { contract } from "#web/contract.ts";
import { addressOf } from "#web/address.ts";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { save } from "#web/download.ts";
import { follow } from "#web/follow.ts";
import { tell } from "#web/refusal.ts";
import type { Company } from "../company-context.tsx";

/** Prepares a bundle of the company, or of the project on screen, and saves it. People may go on working meanwhile. */
export function useExportReport(company: Company) {
  const { projectId } = useParams();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const companyId = company.id;

  async function exportReport() {
    if (busy) return;
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
    } catch (error) {
      tell(error, "The report could not be exported");
    } finally {
      slip.end();
      setBusy(false);
    }
  }

  return { busy, exportReport: () => void exportReport() };
}

/** The button in the header. */
export function ExportReport({ busy, exportReport }: ReturnType<typeof useExportReport>) {
  return (
    <Button size="small" icon={FileDown} phoneIcon disabled={busy} onClick={exportReport}>
      Export Report
    </Button>
  );
}
