import { X } from "lucide-react";
import { useNavigate } from "react-router";
import { walkThroughs } from "#catalog/walk-throughs.ts";
import { Button } from "#web/design/button.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWalkProgress } from "#web/walk-progress.ts";

/** The step of the walk-through that somebody is led by, at the foot of whatever screen they are on. */
export function WalkThroughBar({ personId }: { personId: string }) {
  const navigate = useNavigate();
  const { progress, finish, leave } = useWalkProgress(personId);
  const walk = walkThroughs.find(({ key }) => key === progress.active);
  if (!walk) return null;
  const done = progress.done[walk.key] ?? [];
  const at = walk.steps.findIndex((_, index) => !done.includes(index));
  const step = walk.steps[at];
  if (!step) return null;
  // The last one that is missing, whichever it is.
  const isLast = walk.steps.every((_, index) => index === at || done.includes(index));
  const next = walk.steps.find((_, index) => index !== at && !done.includes(index));

  // The bar goes, and the button that was pressed with it.
  const focusPage = () => requestAnimationFrame(() => document.getElementById("main")?.focus());

  function goOn() {
    finish(walk!.key, at, isLast);
    if (isLast) {
      toast.success(`Tour finished: ${walk!.title}`);
      focusPage();
    } else if (next) void navigate(next.to);
  }

  return (
    <aside className="walk-bar" aria-label="Guided tour">
      <div aria-live="polite">
        <p className="fine faint">
          {walk.title}, step {at + 1} of {walk.steps.length}
        </p>
        <p>
          <b className="strong">{step.title}.</b> {step.text}
        </p>
      </div>
      <span className="walk-bar-ways">
        <Button size="small" onClick={() => void navigate(step.to)}>
          Show me
        </Button>
        <Button size="small" kind="primary" onClick={goOn}>
          {isLast ? "Finish" : "Next step"}
        </Button>
        <Button
          size="small"
          kind="quiet"
          icon={X}
          iconOnly
          onClick={() => {
            leave();
            focusPage();
          }}
        >
          Leave tour
        </Button>
      </span>
    </aside>
  );
}
