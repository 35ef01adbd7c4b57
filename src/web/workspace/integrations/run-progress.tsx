import { WorkSteps } from "#web/design/work-steps.tsx";
import type { WorkStep } from "#web/design/work-steps.tsx";
import type { Connection } from "./connection.ts";
import { count } from "./connection.ts";
import { stepStatuses } from "./step-statuses.ts";
import { useRun } from "./use-run.ts";

type Running = NonNullable<Connection["running"]>;

/** A run while it works: what was read so far with its counts, what is being read, and how far it is. */
export function RunProgress({ connectionId, running }: { connectionId: string; running: Running }) {
  const reports = useRun(connectionId, running.id).data?.steps ?? [];
  const done: WorkStep[] = reports.map(({ title, items, status }) => ({
    text: title,
    state: "done",
    ...(status === "complete"
      ? { note: count(items, "item") }
      : { note: stepStatuses[status].word, finding: stepStatuses[status].finding }),
  }));
  const now: WorkStep = {
    text: running.state === "waiting" ? "Waiting to start" : running.step || "Checking the account",
    state: "now",
    ...(running.items > 0 ? { note: `${count(running.items, "item")} so far` } : {}),
  };
  const left = running.stepsTotal - running.stepsDone - 1;
  const later: WorkStep[] = left > 0 ? [{ text: `${count(left, "more step")}`, state: "later" }] : [];
  return (
    <div role="status">
      <WorkSteps
        label="Collecting"
        steps={[...done.filter(({ text }) => text !== now.text), now, ...later]}
        done={running.stepsDone}
        total={running.stepsTotal}
      />
    </div>
  );
}
