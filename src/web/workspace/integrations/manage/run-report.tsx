import { exactTime } from "#web/design/dates.ts";
import { Mark, Reason } from "#web/design/mark.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import type { Run, StepReport } from "../connection.ts";
import { count } from "../connection.ts";
import { stepStatuses } from "../step-statuses.ts";
import { useRun } from "../use-run.ts";

/** Every step of a run: what it read, and where it did not end, why. */
export function RunReport({ connectionId, run }: { connectionId: string; run: Run }) {
  const answer = useRun(connectionId, run.id);
  return (
    <Screen
      data={answer}
      loading={<SkeletonLines lines={4} />}
      empty={{
        when: ({ steps }) => steps.length === 0,
        show: <p className="quiet">No step was started.</p>,
      }}
    >
      {({ steps, startedAt, finishedAt }) => (
        <>
          <ol className="lines" aria-label="Steps">
            {steps.map((step) => (
              <li key={step.step}>
                <Step step={step} />
              </li>
            ))}
          </ol>
          {startedAt && (
            <p className="above-6 fine faint">
              Started {exactTime(startedAt)}
              {finishedAt && `, ended ${exactTime(finishedAt)}`}.
            </p>
          )}
        </>
      )}
    </Screen>
  );
}

function Step({ step: { title, status, items, pages, detail, missing } }: { step: StepReport }) {
  const { finding, word, means } = stepStatuses[status];
  return (
    <>
      <div className="apart">
        <span>
          {title}{" "}
          <span className="faint">
            {count(items, "item")}, {count(pages, "page")}
          </span>
        </span>
        <Mark finding={finding} size="small">
          {word}
        </Mark>
      </div>
      {status !== "complete" && (
        <Reason finding={finding}>
          {means}
          {missing.length > 0 && ` It needs ${missing.join(", ")}.`}
          {detail && <span className="own-line fine faint wraps">{detail}</span>}
        </Reason>
      )}
    </>
  );
}
