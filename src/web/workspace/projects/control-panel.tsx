import { useQuery } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { longDate } from "#web/design/dates.ts";
import { Stamp } from "#web/design/mark.tsx";
import { RequirementTags } from "#web/design/requirement-tags.tsx";
import { Screen } from "#web/design/screen.tsx";
import { PanelSection, PanelTitle, SidePanel } from "#web/design/side-panel.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { frameworkName, openFrameworks } from "../frameworks.ts";
import { Applicability } from "./applicability.tsx";
import { Checks } from "./control-checks.tsx";
import { ControlEvidence } from "./control-evidence.tsx";
import type { ControlDetails } from "./project.ts";

interface ControlPanelProps {
  controlId: string;
  /** The framework whose requirement ids come first. */
  framework?: string | undefined;
  onClose: () => void;
}

/** One control: what it asks, what was observed, what is on file, and what it does not cover. */
export function ControlPanel({ controlId, framework, onClose }: ControlPanelProps) {
  const { company } = useWorkspace();
  const answer = useQuery(api.controls.get.queryOptions({ input: { companyId: company.id, controlId } }));
  return (
    <SidePanel label="Control details" backTo="Controls" onClose={onClose}>
      <Screen data={answer} loading={<SkeletonLines lines={8} />} empty={null}>
        {(details) => <Details details={details} framework={framework} />}
      </Screen>
    </SidePanel>
  );
}

function Details({ details, framework }: { details: ControlDetails; framework: string | undefined }) {
  const { control } = details;
  const maySet = useCan("controls.setApplicability");
  return (
    <>
      <PanelTitle>{control.title}</PanelTitle>
      <div className="mt-3 flex items-start justify-between gap-5">
        <p className="text-ink-2">{control.reason}</p>
        <Stamp finding={control.status} date={control.lastTestedAt ? longDate(control.lastTestedAt) : "no record"} />
      </div>
      <PanelSection title="What it asks">
        <p>{details.statement}</p>
        <p className="mt-2 text-ink-2">{details.why}</p>
      </PanelSection>
      <PanelSection title="Requirements">
        <dl className="facts">
          {requirementsInOrder(control.requirements, framework).map(([key, ids]) => (
            <Requirements key={key} framework={key} ids={ids} />
          ))}
        </dl>
      </PanelSection>
      <PanelSection title="Checks">
        <Checks details={details} />
      </PanelSection>
      <PanelSection title="Evidence">
        <ControlEvidence details={details} />
      </PanelSection>
      {details.limits.length > 0 && (
        <PanelSection title="What this does not cover">
          <dl className="facts">
            {details.limits.map((limit) => (
              <Limit key={limit.framework + limit.note} {...limit} />
            ))}
          </dl>
        </PanelSection>
      )}
      {maySet && <Applicability control={control} />}
    </>
  );
}

function Requirements({ framework, ids }: { framework: string; ids: readonly string[] }) {
  return (
    <>
      <dt>{frameworkName(framework)}</dt>
      <dd>
        <RequirementTags ids={ids} />
      </dd>
    </>
  );
}

function Limit({ framework, note }: { framework: string; note: string }) {
  return (
    <>
      <dt>{frameworkName(framework)}</dt>
      <dd className="text-ink-2">{note}</dd>
    </>
  );
}

/** Only frameworks one can work on, the project's own first. */
function requirementsInOrder(all: Record<string, string[]>, first: string | undefined): [string, string[]][] {
  const keys = openFrameworks.map(({ key }) => key as string);
  const ordered = keys.sort((a, b) => Number(b === first) - Number(a === first));
  return ordered.flatMap((key) => (all[key]?.length ? [[key, all[key]] as [string, string[]]] : []));
}
