import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { walkThroughs } from "#catalog/walk-throughs.ts";
import type { WalkThrough } from "#catalog/walk-throughs.ts";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { Checkbox } from "#web/design/choice.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { useWalkProgress } from "#web/walk-progress.ts";
import { useWorkspace } from "../company-context.tsx";
import { supportCrumb } from "./support-crumb.ts";
import "./support.css";

export const meta = () => [{ title: "Guided Tours - Exhibit" }];

/** Step lists that lead through the real screens; what is ticked is remembered in this browser. */
export default function WalkThroughsScreen() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView({ block: "start" });
  }, [hash]);
  return (
    <div className="page">
      <PageHead
        title="Guided Tours"
        sub="Each tour leads you through the real screens with your own data. This browser saves your progress."
        crumbs={[supportCrumb]}
      />
      {walkThroughs.map((walk) => (
        <Walk key={walk.key} walk={walk} />
      ))}
    </div>
  );
}

function Walk({ walk: { key, title, about, minutes, steps } }: { walk: WalkThrough }) {
  const navigate = useNavigate();
  const { progress, begin, tick } = useWalkProgress(useWorkspace().person.id);
  const done = progress.done[key] ?? [];
  const next = steps.findIndex((_, index) => !done.includes(index));

  function start() {
    begin(key);
    void navigate(steps[next]!.to);
    requestAnimationFrame(() => document.getElementById("main")?.focus());
  }

  return (
    <section className="walk" id={key} aria-labelledby={`${key}-title`}>
      <div>
        <h2 id={`${key}-title`} className="title-card">
          {title}
        </h2>
        <p className="above-4 quiet">{about}</p>
        <p className="above-4 compact faint">
          {done.length} of {steps.length} done, about {minutes} minutes
        </p>
        <p className="above-12">
          <Button size="small" disabled={next < 0} onClick={start}>
            {next < 0 ? "Finished" : done.length > 0 ? "Go on" : "Start"}
          </Button>
        </p>
      </div>
      <ol>
        {steps.map((step, index) => (
          <li key={step.title}>
            <Checkbox
              label={step.title}
              note={step.text}
              checked={done.includes(index)}
              onChange={(event) => tick(key, index, event.target.checked)}
            />
            <ButtonLink size="small" kind="quiet" to={step.to} aria-label={`Open the screen: ${step.title}`}>
              Open
            </ButtonLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
