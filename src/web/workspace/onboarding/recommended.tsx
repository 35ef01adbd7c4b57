import { Link, useNavigate } from "react-router";
import { frameworks } from "#catalog/frameworks.ts";
import { Button } from "#web/design/button.tsx";
import { useCan } from "../company-context.tsx";
import { frameworkName } from "../frameworks.ts";
import type { Recommendation } from "./answers.ts";

const about = new Map(frameworks.map((framework) => [framework.key, framework]));

/** Each recommended framework with what it is, why it is recommended, and the way to a project of it. */
export function Recommended({ recommendations }: { recommendations: readonly Recommendation[] }) {
  const navigate = useNavigate();
  const mayCreate = useCan("projects.create");
  if (recommendations.length === 0)
    return <p className="above-16 quiet">Complete the onboarding process to get framework recommendations.</p>;
  const create = (framework: string) =>
    void navigate("/dashboard/projects", { state: { createProject: true, framework, opens: true } });
  const isOpen = ({ availability, hasProject }: Recommendation) => availability === "open" && !hasProject;
  const foremost = recommendations.find(isOpen)?.framework;
  return (
    <ol className="recommendations">
      {recommendations.map((recommendation, index) => {
        const { framework, because, hasProject, availability } = recommendation;
        const name = frameworkName(framework);
        const facts = about.get(framework);
        return (
          <li key={framework}>
            <span className="recommendation-number" aria-hidden="true">
              {index + 1}
            </span>
            <div className="narrows">
              <h2 className="title-card">{name}</h2>
              <p>{facts?.description}</p>
              <p className="quiet">{because}</p>
              {hasProject && <p className="recommendation-note">Your company already has this project.</p>}
              {availability === "coming soon" && (
                <p className="recommendation-note">Coming Soon. You cannot create a project yet.</p>
              )}
              {availability === "not in plan" && (
                <p className="recommendation-note">
                  Your plan includes no more frameworks.{" "}
                  <Link className="link" to="/pricing">
                    Compare plans
                  </Link>
                </p>
              )}
            </div>
            {mayCreate && availability === "open" && (
              <Button kind={framework === foremost ? "primary" : "secondary"} onClick={() => create(framework)}>
                {`Create ${name} Project`}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
