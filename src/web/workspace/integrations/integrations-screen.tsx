import { FileUp } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { useCan } from "../company-context.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { ProvidersGrid } from "./providers-grid.tsx";
import { ReportFormats } from "./report-formats.tsx";

export const meta = () => [{ title: "Integrations - Exhibit" }];

/** How evidence comes in by itself: what a company connects, and the reports its scanners write. */
export default function IntegrationsScreen() {
  const mayFile = useCan("imports.create");
  const [importing, setImporting] = useState(false);
  return (
    <div className="page">
      <PageHead
        title="Integrations"
        sub="Connections are read-only and need no agents. What your scanners found can be imported."
        actions={
          mayFile && (
            <Button kind="primary" icon={FileUp} onClick={() => setImporting(true)}>
              Import a Report
            </Button>
          )
        }
      />
      <ProvidersGrid onImport={() => setImporting(true)} />
      <h2 className="title-card mt-8">Reports</h2>
      <p className="mt-1 text-ink-2">
        A report is filed as evidence, and its findings are judged against the controls. A pipeline can push its reports
        by itself:{" "}
        <Link className="link" to="/dashboard/support/docs/push-from-ci">
          how that is set up
        </Link>
        .
      </p>
      <ReportFormats />
      {!mayFile && (
        <p className="mt-4 text-ink-2">Your role may read what was imported. Owners, admins and members may import.</p>
      )}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </div>
  );
}
