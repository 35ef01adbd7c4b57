import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useEffect } from "react";
import { useLocation, useParams } from "react-router";
import { api } from "#web/api.ts";
import { Breadcrumbs } from "#web/design/breadcrumbs.tsx";
import { Button } from "#web/design/button.tsx";
import { CopyButton } from "#web/design/copy-button.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useTitle } from "#web/design/use-title.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import { OpenExport } from "../open-export.tsx";
import { ReportSheet } from "./report-sheet.tsx";
import "./report.css";

export const meta = () => [{ title: "Control report - Exhibit" }];

/** The control report of a project as it stands now: what an export prints, to read, to print and to share. */
export default function ReportScreen() {
  const { company } = useWorkspace();
  const { projectId = "" } = useParams();
  const input = { companyId: company.id, projectId };
  const project = useQuery(api.projects.get.queryOptions({ input })).data?.project;
  // It is long, and is read for a while: it stays as it was until somebody asks again.
  const report = useQuery(api.exports.report.queryOptions({ input, refetchOnWindowFocus: false }));
  useTitle(project && `Control report, ${project.name}`);
  const projects = { label: "Projects", to: "/dashboard/projects" };
  const above = project ? [projects, { label: project.name, to: `/dashboard/projects/${projectId}` }] : [projects];
  return (
    <div className="report-page">
      <div className="report-bar">
        <Breadcrumbs above={above} here="Control report" />
        <ReportActions projectId={projectId} isRead={report.data !== undefined} />
      </div>
      <Screen
        data={report}
        loading={
          <div className="report">
            <SkeletonLines lines={14} />
          </div>
        }
        empty={null}
        back={{ label: "Projects", to: "/dashboard/projects" }}
      >
        {(content) => (
          <>
            <ReportSheet report={content} projectId={projectId} />
            <PlaceInAddress />
          </>
        )}
      </Screen>
    </div>
  );
}

function ReportActions({ projectId, isRead }: { projectId: string; isRead: boolean }) {
  const { company } = useWorkspace();
  const { origin, pathname } = location;
  return (
    <div className="report-actions">
      <CopyButton text={origin + pathname} name="Copy link to this report">
        Copy link
      </CopyButton>
      <Button size="small" icon={Printer} phoneIcon disabled={!isRead} onClick={() => print()}>
        Print
      </Button>
      {useCan("exports.create") && (
        <OpenExport companyId={company.id} projectId={projectId} size="small" kind="primary">
          Export report
        </OpenExport>
      )}
    </div>
  );
}

/** The report comes after the page: only now there is something to go to. */
function PlaceInAddress() {
  const { hash } = useLocation();
  useEffect(() => {
    const place = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!place) return;
    place.scrollIntoView();
    place.focus({ preventScroll: true });
  }, [hash]);
  return null;
}
