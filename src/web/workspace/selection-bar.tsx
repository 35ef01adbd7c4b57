import type { ReactNode } from "react";
import { Button } from "#web/design/button.tsx";

interface SelectionBarProps {
  /** What is chosen, for screen readers, as in "Selected items". */
  label: string;
  /** How many are chosen, as in "3 items selected". */
  count: string;
  onAll: () => void;
  onEnd: () => void;
  children: ReactNode;
}

/** The foot of the screen as long as rows are chosen: how many, and what can be done with them. */
export function SelectionBar({ label, count, onAll, onEnd, children }: SelectionBarProps) {
  return (
    <div className="selection-bar" role="group" aria-label={label}>
      <span role="status">{count}</span>
      <Button kind="quiet" size="small" onClick={onAll}>
        Select page
      </Button>
      <span className="grows" />
      <Button kind="quiet" size="small" onClick={onEnd}>
        Done
      </Button>
      {children}
    </div>
  );
}
