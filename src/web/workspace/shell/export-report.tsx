import { FileDown } from "lucide-react";
import { useParams } from "react-router";
import { Button } from "#web/design/button.tsx";
import type { Company } from "../company-context.tsx";
import { useBundleExport } from "../use-bundle-export.ts";

/** Prepares a bundle of the company, or of the project on screen, and saves it. People may go on working meanwhile. */
export function useExportReport(company: Company) {
  const { projectId } = useParams();
  const { busy, exportBundle } = useBundleExport(company.id);
  return { busy, exportReport: () => void (busy || exportBundle(projectId)) };
}

/** The button in the header. */
export function ExportReport({ busy, exportReport }: ReturnType<typeof useExportReport>) {
  return (
    <Button size="small" icon={FileDown} phoneIcon disabled={busy} onClick={exportReport}>
      Export Report
    </Button>
  );
}
