import type { ReactNode } from "react";

/** Words for a screen reader where the eye sees them in the layout already. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}
