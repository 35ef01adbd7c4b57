import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams, useSearchParams } from "react-router";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Stamp } from "#web/design/mark.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines, SkeletonRegister } from "#web/design/skeleton.tsx";
import { useTitle } from "#web/design/use-title.ts";
import { useCan, useWorkspace } from "../company-context.tsx";
import { FileHere } from "../file-here.tsx";
import { Applicability } from "./applicability.tsx";
import { decidingItems, FiledItems, SupportingNote } from "./control-evidence.tsx";
import { CheckItYourself } from "./check-it-yourself.tsx";
import { DaysCovered, Requirements } from "./control-facts.tsx";
import { ControlHistoryPart } from "./control-history.tsx";
import { ControlNotes } from "./control-notes.tsx";
import { ControlSteps, useNeighbors } from "./control-steps.tsx";
import { ControlTally } from "./deciding/control-tally.tsx";
import { DecidingList } from "./deciding/deciding-list.tsx";
import { NextBand } from "./deciding/next-band.tsx";
import { Plan } from "./plan-form.tsx";
import type { ControlDetails, Project } from "./project.ts";
import { useCoveredDays } from "./use-covered-days.ts";
import "./projects.css";

export const meta = () => [{ title: "Control - Exhibit" }];

/** Everything about one control; `?project=` says from which project one came. */
export default function ControlScreen() {
  const { company } = useWorkspace();
  const { controlId = "" } = useParams();
  const [search] = useSearchParams();
  const projectId = search.get("project");
  const answer = useQuery(api.controls.get.queryOptions({ input: { companyId: company.id, controlId } }));
  const project = useQuery({
    ...api.projects.get.queryOptions({ input: { companyId: company.id, projectId: projectId ?? "" } }),
    enabled: projectId !== null,
  }).data?.project;
  useTitle(answer.data?.control.title);
  const { place, previous, next } = useNeighbors(controlId);
  return (
    <div className="page control-screen">
      <ControlSteps previous={previous} next={next} />
      <Screen
        data={answer}
        loading={<SkeletonRegister rows={8} columns={2} />}
        empty={null}
        back={{ label: "Projects", to: "/dashboard/projects" }}
      >
        {(details) => <ControlPage key={controlId} details={details} project={project} place={place} />}
      </Screen>
    </div>
  );
}

interface ControlPageProps {
  details: ControlDetails;
  project: Project | undefined;
  /** Which of the controls it is. */
  place: string | undefined;
}

function ControlPage({ details, project, place }: ControlPageProps) {
  const { control } = details;
  const [mayFile, maySet] = [useCan("evidence.file"), useCan("controls.setApplicability")];
  const [mayReadWork, mayReadHistory] = [useCan("controls.readWork"), useCan("controls.readHistory")];
  const days = useCoveredDays(project)?.get(control.id);
  const projects = { label: "Projects", to: "/dashboard/projects" };
  return (
    <>
      <PageHead
        title={control.title}
        sub={`${control.domain} · checked ${details.cadence === "annual" ? "every year" : details.cadence} · ${control.id}`}
        here={place}
        crumbs={project ? [projects, { label: project.name, to: `/dashboard/projects/${project.id}` }] : [projects]}
        actions={mayFile && <FileHere controlId={control.id} />}
      />
      <div className="control-lead">
        <div>
          <p className="control-statement">{details.statement}</p>
          <p className="above-8 quiet">{details.why}</p>
        </div>
        <Stamp finding={control.status} date={control.lastTestedAt ? longDate(control.lastTestedAt) : "no record"} />
      </div>
      <ControlTally details={details} />
      <NextBand control={control} projectId={project?.id} primary />
      <div className="control-page">
        <div>
          <section aria-label="What decides this control">
            <DecidingList
              details={details}
              head={(choice) => (
                <div className="deciding-head">
                  <h2>What decides this control</h2>
                  {choice}
                </div>
              )}
            />
          </section>
          {mayReadHistory && (
            <Part title="History">
              <ControlHistoryPart controlId={control.id} />
            </Part>
          )}
          <Part title="Supporting evidence">
            <SupportingEvidence details={details} mayFile={mayFile} />
          </Part>
          {mayReadWork && (
            <Part title="Notes">
              <ControlNotes controlId={control.id} />
            </Part>
          )}
        </div>
        <div>
          {mayReadWork && (
            <Part title="Owner and due date">
              <Plan controlId={control.id} />
            </Part>
          )}
          {days && (
            <Part title="Days covered">
              <DaysCovered days={days} />
            </Part>
          )}
          <Part title="Requirements">
            <Requirements details={details} framework={project?.framework} />
          </Part>
          <Part title="Check it yourself">
            <CheckItYourself details={details} project={project} />
          </Part>
          {maySet && (
            <Part title="Applicability">
              <Applicability control={control} />
            </Part>
          )}
        </div>
      </div>
    </>
  );
}

/** A part of the page under its own rule. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel-section" aria-label={title}>
      <div className="panel-section-head">
        <h2>{title}</h2>
      </div>
      {children}
    </section>
  );
}

function SupportingEvidence({ details, mayFile }: { details: ControlDetails; mayFile: boolean }) {
  const { company } = useWorkspace();
  const controlId = details.control.id;
  const deciding = decidingItems(details);
  const evidence = useInfiniteQuery(
    api.controls.evidence.infiniteOptions({
      input: (after: string | undefined) => ({ companyId: company.id, controlId, ...(after ? { after } : {}) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  );
  return (
    <>
      <Screen data={evidence} loading={<SkeletonLines lines={4} />} empty={null}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items).filter(({ id }) => !deciding.has(id));
          if (items.length === 0 && !evidence.hasNextPage)
            return (
              <p className="quiet">
                {mayFile ? "None yet. Add what an auditor may want to see besides the list above." : "None yet."}
              </p>
            );
          return (
            <>
              <SupportingNote />
              <FiledItems items={items} />
            </>
          );
        }}
      </Screen>
      {evidence.hasNextPage && (
        <Button
          size="small"
          busy={evidence.isFetchingNextPage && "Loading..."}
          onClick={() => void evidence.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}
