import { Link } from "react-router";
import { longDate } from "#web/design/dates.ts";
import { spokenNumber } from "../exhibit-numbers.ts";
import { frameworkName } from "../frameworks.ts";
import { NextButton } from "../next/next-button.tsx";
import { sayNext, sayRise, saySteps } from "./next-words.ts";
import type { Overview } from "./overview.ts";

type Step = Overview["next"]["steps"][number];

/** The few things that raise the frameworks most, each with a way to begin; when all pass, what lapses next. */
export function NextBestStep({ overview }: { overview: Overview }) {
  const { next, counts, controls } = overview;
  if (next.steps.length === 0) {
    const all = counts.failing + counts.needsEvidence === 0 && counts.passing > 0;
    return all ? <AllPass overview={overview} /> : null;
  }
  const { total } = controls;
  const risen = { after: counts.passing + next.steps.length, total };
  return (
    <section aria-label="Next Best Step">
      <h2 className="title-card">Next Best Step</h2>
      <p className="above-4">
        {saySteps(next.steps, risen)} {sayRise(next.figures)}
      </p>
      <ol className="next-steps">
        {next.steps.map((step, index) => (
          <li key={step.controlId}>
            <span aria-hidden="true">{index + 1}</span>
            <TheStep step={step} projectId={overview.projects[0]?.id} />
          </li>
        ))}
      </ol>
      <p className="above-8 fine faint">
        Points show how much evidence you have for a framework's requirements, in percent. Evidence alone does not mean
        that a requirement is met.
      </p>
    </section>
  );
}

function TheStep({ step, projectId }: { step: Step; projectId: string | undefined }) {
  const control = `/dashboard/controls/${step.controlId}${projectId ? `?project=${projectId}` : ""}`;
  const gains = step.gains.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
  return (
    <>
      <div className="narrows">
        <Link className="firm underlines" to={control}>
          {step.title}
        </Link>
        <p className="quiet">{sayNext(step)}</p>
        <p className="fine faint">
          {gains.map(({ framework, points }) => `${frameworkName(framework)} +${points}`).join(", ")}
        </p>
      </div>
      <NextButton control={{ id: step.controlId, title: step.title }} next={step.next} projectId={projectId} />
    </>
  );
}

function AllPass({ overview }: { overview: Overview }) {
  const { controls, lapses, projects } = overview;
  return (
    <section aria-label="Next Best Step">
      <h2 className="title-card">Next Best Step</h2>
      <p className="above-4">
        All {controls.total} applicable controls pass. You are ready to start an audit, which does not mean you are
        compliant. Renew this evidence next:
      </p>
      <ol className="next-steps">
        {lapses.map(({ controlId, title, at, exhibit }, index) => (
          <li key={controlId}>
            <span aria-hidden="true">{index + 1}</span>
            <div className="narrows">
              <Link className="firm underlines" to={`/dashboard/projects/${projects[0]?.id}?control=${controlId}`}>
                {title}
              </Link>
              <p className="quiet">
                {exhibit ? `${spokenNumber(exhibit)} expires.` : "A decision that it rests on ends."}
              </p>
            </div>
            <time className="one-line quiet" dateTime={at}>
              {longDate(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
