import { useState } from "react";
import { Link } from "react-router";
import type { SetupStep } from "#domain/setup-clock.ts";
import { timeNow } from "#web/clock.ts";
import { registerTime } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { sayClock, useSetup } from "../setup-time.ts";
import type { Setup } from "../setup-time.ts";
import type { Overview } from "./overview.ts";

interface Way {
  readonly text: string;
  /** Where the step is taken; the last one is in the header of every page. */
  readonly leads?: { readonly to: string; readonly label: string };
  /** Another way to take it. */
  readonly or?: { readonly to: string; readonly label: string };
  readonly note?: string;
}

const ways: Readonly<Record<SetupStep, Way>> = {
  company: { text: "Create your company" },
  profile: {
    text: "Describe your organization",
    leads: { to: "/dashboard/onboarding", label: "Start Onboarding" },
  },
  project: { text: "Create a project", leads: { to: "/dashboard/projects/new", label: "Choose a framework" } },
  evidence: {
    text: "Add your first evidence",
    leads: { to: "/dashboard/evidence?add=1", label: "Choose a file" },
    or: { to: "/dashboard/integrations", label: "Connect a tool" },
  },
  report: { text: "Export your first control report", note: "At the top of every page" },
};

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** The way to the first report, with the owner's stopwatch; for a week after it, how long that took. */
export function FirstSteps({ overview, at }: { overview: Overview; at: number }) {
  const { company } = useWorkspace();
  const mayAnswer = useCan("onboarding.answer");
  const setup = useSetup(company.id, { setup: overview.setup, at }).data;
  const [openedAt] = useState(() => timeNow().getTime());
  if (!setup) return null;
  if (!setup.firstReportAt) return <Checklist setup={setup} mayAct={mayAnswer} />;
  const clock = sayClock(setup);
  if (!clock || openedAt - Date.parse(setup.firstReportAt) > WEEK_MS) return null;
  return (
    <section className="first-steps" aria-label="First Steps">
      <h2 className="title-card">First Control Report</h2>
      <p className="above-4">
        <b className="strong">{clock.time}</b> {clock.measures}. You can find this figure in{" "}
        <Link className="link" to="/dashboard/settings#company">
          Settings
        </Link>
        .
      </p>
    </section>
  );
}

function Checklist({ setup, mayAct }: { setup: Setup; mayAct: boolean }) {
  const clock = sayClock(setup);
  const now = setup.steps.find(({ at }) => at === null)?.step;
  return (
    <section className="first-steps" aria-label="First Steps">
      <div className="first-steps-head">
        <h2 className="title-card">First Steps</h2>
        {clock && (
          <p className="quiet">
            <b className="strong inked">{clock.time}</b> {clock.measures}.
          </p>
        )}
      </div>
      <ol className="work above-12">
        {setup.steps.map(({ step, at }, index) => {
          const { text, leads, or, note } = ways[step];
          return (
            <li
              key={step}
              data-state={at ? "done" : step === now ? "now" : "later"}
              aria-current={step === now ? "step" : undefined}
            >
              <span>{index + 1}</span>
              <span>{text}</span>
              {at ? (
                <Mark finding="sealed" size="small">
                  {registerTime(at)} UTC
                </Mark>
              ) : (
                <span className="light">
                  {leads && mayAct && (
                    <Link className="link link-alone" to={leads.to}>
                      {leads.label}
                    </Link>
                  )}
                  {or && mayAct && (
                    <>
                      {" or "}
                      <Link className="link link-alone" to={or.to}>
                        {or.label}
                      </Link>
                    </>
                  )}
                  {note}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
