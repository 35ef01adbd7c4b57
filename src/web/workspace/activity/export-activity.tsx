import { useQueryClient } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { useState } from "react";
import { contract } from "#web/contract.ts";
import { addressOf } from "#web/address.ts";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { fetchFile, saveFile } from "#web/download.ts";
import { showError } from "#web/app-error.ts";
import { useWorkspace } from "../company-context.tsx";
import type { ActivityFilters } from "./use-activity.ts";

const formats = ["csv", "json"] as const;

/** Saves what the filters show. The export is an entry of the record itself, so the list is asked for again. */
export function ExportActivity({ filters }: { filters: ActivityFilters }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function save(format: (typeof formats)[number]) {
    setBusy(true);
    try {
      const companyId = company.id;
      const { exportId, fileName } = await client.activity.export({ companyId, format, ...filters.asked });
      saveFile(await fetchFile(addressOf(contract.activity.file, { companyId, exportId })), fileName);
      toast.success("Activity exported");
    } catch (error) {
      showError(error, "The activity could not be exported");
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: api.activity.key() });
    }
  }

  return formats.map((format) => (
    <Button key={format} icon={FileDown} disabled={busy} onClick={() => void save(format)}>
      Export {format.toUpperCase()}
    </Button>
  ));
}
