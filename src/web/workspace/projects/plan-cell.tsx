import { dueOf, dueWords, today } from "./due.ts";
import type { ControlPlan } from "./project.ts";

/** Who sees to a control, and until when; what is overdue is said. */
export function PlanCell({ plan }: { plan: ControlPlan | undefined }) {
  if (!plan) return <span className="not-phone faint">No owner</span>;
  const on = today();
  return (
    <span className="plan">
      <span className={plan.owner ? undefined : "faint"}>{plan.owner?.name ?? "No owner"}</span>
      {plan.dueOn && <span data-due={dueOf(plan.dueOn, on)}>{dueWords(plan.dueOn, on)}</span>}
    </span>
  );
}
