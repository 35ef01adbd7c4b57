import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { longDate } from "#web/design/dates.ts";
import { Stamp } from "#web/design/mark.tsx";
import { Screen } from "#web/design/screen.tsx";
import { PanelHeading, PanelSection, PanelTitle, SidePanel } from "#web/design/side-panel.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { Applicability } from "./applicability.tsx";
import { decidingItems, FiledItems, SupportingNote } from "./control-evidence.tsx";
import { DaysCovered, Requirements } from "./control-facts.tsx";
import { ControlTally } from "./deciding/control-tally.tsx";
import { DecidingList } from "./deciding/deciding-list.tsx";
import { NextBand } from "./deciding/next-band.tsx";
import { Plan } from "./plan-form.tsx";
import type { ControlDetails, CoveredDays, Project } from "./project.ts";

interface ControlPanelProps {
  controlId: string;
  /** The project it is opened from: its framework's requirement ids come first. */
  project: Project | undefined;
  days: CoveredDays | undefined;
  onClose: () => void;
}

/** One control beside its list: what it asks, what was observed, what is on file, and what it does not cover. */
export function ControlPanel({ controlId, project, days, onClose }: ControlPanelProps) {
  const { company } = useWorkspace();
  const answer = useQuery(api.controls.get.queryOptions({ input: { companyId: company.id, controlId } }));
  return (
    <SidePanel label="Control details" backTo="Controls" onClose={onClose}>
      <Screen data={answer} loading={<SkeletonLines lines={8} />} empty={null}>
        {(details) => <Details details={details} project={project} days={days} />}
      </Screen>
    </SidePanel>
  );
}

interface DetailsProps extends Pick<ControlPanelProps, "project" | "days"> {
  details: ControlDetails;
}

function Details({ details, project, days }: DetailsProps) {
  const { control } = details;
  const [maySet, mayReadWork] = [useCan("controls.setApplicability"), useCan("controls.readWork")];
  const page = `/dashboard/controls/${control.id}${project ? `?project=${project.id}` : ""}`;
  const deciding = decidingItems(details);
  const supporting = details.evidence.filter(({ id }) => !deciding.has(id));
  return (
    <>
      <PanelTitle>{control.title}</PanelTitle>
      <div className="control-panel-head">
        <div>
          <p className="quiet">{details.statement}</p>
          <Link className="link link-alone" to={page}>
            Open control page
          </Link>
        </div>
        <Stamp finding={control.status} date={control.lastTestedAt ? longDate(control.lastTestedAt) : "no record"} />
      </div>
      {project?.archivedAt && (
        <p className="above-12 quiet">
          This panel shows the control's status now. The list shows its status at the archive date.
        </p>
      )}
      <ControlTally details={details} />
      <NextBand control={control} projectId={project?.id} />
      <DecidingList
        details={details}
        head={(choice) => (
          <div className="deciding-head">
            <PanelHeading>What decides this control</PanelHeading>
            {choice}
          </div>
        )}
      />
      {supporting.length > 0 && (
        <PanelSection title="Supporting evidence">
          <SupportingNote />
          <FiledItems items={supporting.slice(0, 5)} />
          {supporting.length > 5 && (
            <Link className="link link-alone" to={page}>
              Show all evidence
            </Link>
          )}
        </PanelSection>
      )}
      {mayReadWork && (
        <PanelSection title="Owner and due date">
          <Plan controlId={control.id} />
        </PanelSection>
      )}
      {days && (
        <PanelSection title="Days covered">
          <DaysCovered days={days} />
        </PanelSection>
      )}
      <PanelSection title="Requirements">
        <Requirements details={details} framework={project?.framework} />
      </PanelSection>
      {maySet && (
        <PanelSection title="Applicability">
          <Applicability control={control} />
        </PanelSection>
      )}
    </>
  );
}
