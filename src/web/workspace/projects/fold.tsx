import type { ReactNode } from "react";

interface FoldProps {
  title: string;
  /** At the right: how many there are, or which. */
  count: ReactNode;
  open?: boolean;
  children: ReactNode;
}

/** A ruled line that unfolds: for what is looked up, not worked on. */
export function Fold({ title, count, open, children }: FoldProps) {
  return (
    <details className="fold" open={open}>
      <summary>
        <span>{title}</span>
        <span className="fold-count">{count}</span>
      </summary>
      <div className="fold-inside">{children}</div>
    </details>
  );
}
