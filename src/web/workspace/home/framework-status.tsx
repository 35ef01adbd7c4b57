import { Plus } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { Button } from "#web/design/button.tsx";
import { Meter } from "#web/design/meter.tsx";
import { Ticks } from "#web/design/ticks.tsx";
import { frameworkName, frameworkSet, frameworkTitle } from "../frameworks.ts";
import type { Overview } from "./overview.ts";

/** Each project with its framework and how much of it passes. */
export function FrameworkStatus({ overview, mayAdd }: { overview: Overview; mayAdd: boolean }) {
  const navigate = useNavigate();
  return (
    <section className="card" aria-label="Framework Status">
      <h2 className="title-card framework-line">Framework Status</h2>
      <ul>
        {overview.projects.map((project) => (
          <li key={project.id} className="framework-state">
            <div className="framework-figure">
              <div className="narrows">
                <b className="strong">{frameworkName(project.framework)}</b>
                {frameworkSet(project.framework) && <div className="quiet">{frameworkSet(project.framework)}</div>}
                <div className="quiet">
                  <Link className="wraps-anywhere underlines" to={`/dashboard/projects/${project.id}`}>
                    {project.name}
                  </Link>
                </div>
              </div>
              <b className="framework-percent firm">{project.percent}%</b>
            </div>
            <div className="above-10">
              <Meter label={`${frameworkTitle(project.framework)}, ${project.name}`} percent={project.percent} />
            </div>
            <p className="above-6 fine faint">
              {project.percent}% complete, {project.passed} of {project.total} controls. {project.status}.
            </p>
            <RequirementFigure overview={overview} framework={project.framework} />
          </li>
        ))}
        {overview.projects.length > 0 &&
          domainsOf(overview).map(([domain, findings]) => (
            <li key={domain} className="domain-row">
              <span>{domain}</span>
              <span>
                {findings.filter((finding) => finding === "passing").length} of {findings.length}
              </span>
              <Ticks of={`controls, ${domain}`} findings={findings} size="small" />
            </li>
          ))}
        {overview.projects.length === 0 && (
          <li className="framework-line quiet">
            No framework yet. Each project covers one framework with the 22 core controls.
          </li>
        )}
      </ul>
      {mayAdd && (
        <div className="framework-foot">
          <Button wide icon={Plus} onClick={() => void navigate("/dashboard/projects/new")}>
            Add New Framework
          </Button>
        </div>
      )}
    </section>
  );
}

/** What the next best step raises: the same in each project of a framework, whether it has been started or not. */
function RequirementFigure({ overview, framework }: { overview: Overview; framework: string }) {
  const figure = overview.next.figures.find((figure) => figure.framework === framework);
  return figure && <p className="fine faint">Evidence covers {figure.before}% of its requirements.</p>;
}

/** The controls' findings by their domain, in the library's order: the same in every project, since evidence is. */
function domainsOf({ statuses }: Overview) {
  const groups = Map.groupBy(statuses, ({ domain }) => domain);
  return [...groups].map(([domain, controls]) => [domain, controls.map(({ status }) => status)] as const);
}
