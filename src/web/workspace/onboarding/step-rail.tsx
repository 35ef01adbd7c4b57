import { Check } from "lucide-react";
import { Icon } from "#web/design/icon.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";

export const stepTitles = [
  "Organization Information",
  "Financial Information",
  "Data Handling",
  "Geographic Presence",
  "Recommended Frameworks",
] as const;

/** The five steps in the margin. On a phone the bar above the matter says the same. */
export function StepRail({ step }: { step: number }) {
  return (
    <ol className="step-rail" aria-label="Steps">
      {stepTitles.map((title, index) => {
        const done = index + 1 < step;
        return (
          <li key={title} data-done={done || undefined} aria-current={index + 1 === step ? "step" : undefined}>
            <span>
              {title}
              {done && <VisuallyHidden>, done</VisuallyHidden>}
            </span>
            {done ? <Icon of={Check} size={14} /> : <b>{index + 1}</b>}
          </li>
        );
      })}
    </ol>
  );
}

/** How far one has come: in words, and as a bar of five parts. */
export function StepProgress({ step }: { step: number }) {
  const steps = stepTitles.length;
  const said = `Step ${step} of ${steps}`;
  return (
    <>
      <p className="compact quiet" aria-live="polite">
        {said}
      </p>
      <div
        className="step-bar"
        role="progressbar"
        aria-label="Onboarding"
        aria-valuemin={1}
        aria-valuemax={steps}
        aria-valuenow={step}
        aria-valuetext={said}
      >
        {stepTitles.map((title, index) => (
          <i key={title} data-on={index < step || undefined} />
        ))}
      </div>
    </>
  );
}
