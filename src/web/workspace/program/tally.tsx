import type { ReactNode } from "react";

/** How many of some things are done, in words and as a cell for each, with what is to be said of the rest. */
export function Tally({
  cells,
  label,
  children,
}: {
  cells: readonly { readonly key: string; readonly isDone: boolean }[];
  label: string;
  children: ReactNode;
}) {
  return (
    <div className="overview-tally">
      <p className="overview-figure">
        {cells.filter(({ isDone }) => isDone).length} of {cells.length} <small>{label}</small>
      </p>
      <div className="program-ticks" aria-hidden="true">
        {cells.map(({ key, isDone }) => (
          <i key={key} data-confirmed={isDone || undefined} />
        ))}
      </div>
      {children}
    </div>
  );
}
