import { useId } from "react";
import type { ReactNode } from "react";
import type { Draft } from "./draft.ts";

export interface StepProps {
  readonly draft: Draft;
  readonly change: (more: Partial<Draft>) => void;
}

/** One step of a test under its name; the list around it numbers them. */
export function Step({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <li className="test-step" aria-labelledby={id}>
      <div className="test-step-head">
        <h3 id={id}>{title}</h3>
        {note && <span className="small faint">{note}</span>}
      </div>
      {children}
    </li>
  );
}
