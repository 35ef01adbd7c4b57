import "./evidence.css";

/** Lies over the page while files hover over it. */
export function DropHint({ children }: { children: string }) {
  return <div className="drop-anywhere">{children}</div>;
}
