import { FileText } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import { lazily } from "#web/lazily.tsx";

const ExportDialog = lazily(() => import("./export-dialog.tsx"));

interface OpenExportProps {
  companyId: string;
  projectId?: string;
  /** Of the button. */
  size?: "small" | "regular";
  kind?: "primary" | "secondary";
  children: string;
}

/** A button that opens the dialog which exports a report; the dialog is loaded when it is needed. */
export function OpenExport({ companyId, projectId, size = "regular", kind = "secondary", children }: OpenExportProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} size={size} icon={FileText} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && <ExportDialog companyId={companyId} projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  );
}
