import { FileDown } from "lucide-react";
import { useParams } from "react-router";
import { Button } from "#web/design/button.tsx";
import type { Company } from "../company-context.tsx";
import { useBundleExport } from "../use-bundle-export.ts";

/** Prepares a bundle of the company, or of the project on screen, and saves it. People may go on working meanwhile. */
export function ExportReport({ company }: { company: Company }) {
  const { projectId } = useParams();
  const { busy, exportBundle } = useBundleExport(company.id);
  return (
    <Button size="small" icon={FileDown} phoneIcon disabled={busy} onClick={() => void exportBundle(projectId)}>
      Export Report
    </Button>
  );
}
