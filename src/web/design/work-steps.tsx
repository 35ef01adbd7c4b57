import type { Finding } from "./glyph.tsx";
import { Mark } from "./mark.tsx";

export interface WorkStep {
  readonly text: string;
  readonly state: "done" | "now" | "later";
  /** At the end of the line, such as a count. */
  readonly note?: string;
  /** Of a step that is done: how it ended, if not well. */
  readonly finding?: Finding;
}

interface WorkStepsProps {
  label: string;
  steps: readonly WorkStep[];
  /** `total` 0 means not known yet. */
  done: number;
  total: number;
}

/** Long work: its steps by number, what is counted, and how far it has come. */
export function WorkSteps({ label, steps, done, total }: WorkStepsProps) {
  return (
    <div className="work">
      <ol>
        {steps.map((step, index) => (
          <li key={step.text} data-state={step.state} aria-current={step.state === "now" ? "step" : undefined}>
            <span>{index + 1}</span>
            <span>{step.text}</span>
            {step.state === "done" ? (
              <Mark finding={step.finding ?? "sealed"} size="small">
                {step.note ?? "Done"}
              </Mark>
            ) : (
              <span className="light faint">{step.note}</span>
            )}
          </li>
        ))}
      </ol>
      <progress className="work-bar" aria-label={label} {...(total > 0 ? { value: done, max: total } : {})} />
    </div>
  );
}
