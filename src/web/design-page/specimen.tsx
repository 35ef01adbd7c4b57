import { useEffect, useRef } from "react";
import type { ReactNode } from "react";

interface SpecimenProps {
  /** The component's exported name. */
  of: string;
  /** Others that only stand inside of it. */
  and?: readonly string[];
  children: ReactNode;
}

/** One component, or a family of them, with all of its states. */
export function Specimen({ of, and = [], children }: SpecimenProps) {
  return (
    <section className="specimen" id={of} aria-labelledby={`${of}-name`} data-components={[of, ...and].join(" ")}>
      <h3 className="specimen-name" id={`${of}-name`}>
        {[of, ...and].join(", ")}
      </h3>
      <div className="specimen-states">{children}</div>
    </section>
  );
}

interface StateProps {
  /** What the component is in, such as `busy`. */
  name: string;
  /** Drawn as under a pointer, or as focused by the keyboard. */
  shown?: "hover" | "focus-visible" | "active";
  /** Which part of it is; the first that can be pressed without it. */
  on?: string;
  /** Takes the whole width. */
  wide?: boolean;
  children: ReactNode;
}

const pressable = "a, button, input, select, textarea, summary";

/** One state of a component. */
export function State({ name, shown, on = pressable, wide, children }: StateProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown) ref.current?.querySelector(on)?.setAttribute("data-shown", shown);
  }, [shown, on]);
  return (
    <div className="specimen-state" data-state={name} data-wide={wide}>
      <p className="specimen-label">{name}</p>
      <div ref={ref}>{children}</div>
    </div>
  );
}
