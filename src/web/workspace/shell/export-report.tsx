import { FileDown } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { useParams } from "react-router";
import { Button } from "#web/design/button.tsx";
import { lazily } from "#web/lazily.tsx";
import type { Company } from "../company.ts";

const ExportDialog = lazily(() => import("../export-dialog.tsx"));

/** Opens the dialog that exports the company's report, or that of the project on screen. */
export function useExportReport(company: Company) {
  const { projectId } = useParams();
  const [isOpen, setOpen] = useState(false);
  return { company, projectId, isOpen, exportReport: () => setOpen(true), close: () => setOpen(false) };
}

/** The button in the header, and its dialog. */
export function ExportReport({ company, projectId, isOpen, exportReport, close }: ReturnType<typeof useExportReport>) {
  return (
    <>
      <Button size="small" icon={FileDown} phoneIcon onClick={exportReport}>
        Export Report
      </Button>
      {/* Outside of the header, whose landmarks are the page's and not a dialog's. */}
      {isOpen &&
        createPortal(<ExportDialog companyId={company.id} projectId={projectId} onClose={close} />, document.body)}
    </>
  );
}
