import { useState } from "react";
import { longDate } from "#web/design/dates.ts";
import { Button } from "#web/design/button.tsx";
import { useCan } from "../company-context.tsx";
import type { CoveredDays, Project } from "./project.ts";
import { WindowDialog } from "./window-dialog.tsx";

/** The audit window in a line: its days, how many have passed, and how many controls covered all of those. */
export function AuditWindow({
  project,
  days,
}: {
  project: Project;
  days: ReadonlyMap<string, CoveredDays> | undefined;
}) {
  const [setting, setSetting] = useState(false);
  const maySet = useCan("projects.setWindow") && project.archivedAt === null;
  const { window } = project;
  if (!window && !maySet) return null;
  return (
    <div className="audit-window">
      <b className="firm">Audit window</b>
      {window ? (
        <>
          <span>
            {longDate(window.from)} to {longDate(window.to)}, UTC
          </span>
          {days && <span className="quiet">{coverage([...days.values()])}</span>}
        </>
      ) : (
        <span className="quiet">Not set. Set one to see the days each control covered.</span>
      )}
      {maySet && (
        <Button size="small" onClick={() => setSetting(true)}>
          {window ? "Change Window" : "Set Audit Window"}
        </Button>
      )}
      {setting && <WindowDialog project={project} onClose={() => setSetting(false)} />}
    </div>
  );
}

function coverage(all: readonly CoveredDays[]): string {
  const passed = all[0]?.passed ?? 0;
  if (passed === 0) return "The window has not started yet.";
  const whole = all.filter(({ covered }) => covered === passed).length;
  const days = passed === 1 ? "1 day has" : `${passed} days have`;
  return `${days} passed; ${whole} of ${all.length} controls covered ${passed === 1 ? "it" : "all of them"}.`;
}
