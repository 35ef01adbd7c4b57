import { VisuallyHidden } from "./visually-hidden.tsx";

/** One requirement id. */
export function RequirementTag({ children }: { children: string }) {
  return <span className="requirement">{children}</span>;
}

/** Letters that stand in one line of a table's column. */
const LINE = 18;

/**
 * Requirement ids in a row. Past `limit`, or past one line of a column where there is a limit, the rest is counted for the
 * eye and still read aloud.
 */
export function RequirementTags({ ids, limit = Number.POSITIVE_INFINITY }: { ids: readonly string[]; limit?: number }) {
  const cut = shownOf(ids, limit);
  const rest = ids.slice(cut);
  return (
    <span className="requirements" title={limit === Number.POSITIVE_INFINITY ? undefined : ids.join(", ")}>
      {ids.slice(0, cut).map((id) => (
        <RequirementTag key={id}>{id}</RequirementTag>
      ))}
      {rest.length > 0 && (
        <span className="tiny faint">
          <span aria-hidden="true">+{rest.length}</span>
          <VisuallyHidden>{rest.join(", ")}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

/** How many ids stand in one line: always one. */
function shownOf(ids: readonly string[], limit: number): number {
  const most = Math.min(limit, ids.length);
  if (limit === Number.POSITIVE_INFINITY) return most;
  let letters = 0;
  const full = ids.slice(0, most).findIndex((id) => (letters += id.length + 2) > LINE + 2);
  return full === -1 ? most : Math.max(1, full);
}
