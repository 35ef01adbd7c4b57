import { VisuallyHidden } from "./visually-hidden.tsx";

/** One requirement id. */
export function RequirementTag({ children }: { children: string }) {
  return <span className="requirement">{children}</span>;
}

/** Requirement ids in a row. Past `limit` the rest is counted for the eye and still read aloud. */
export function RequirementTags({ ids, limit = Number.POSITIVE_INFINITY }: { ids: readonly string[]; limit?: number }) {
  const cut = Math.min(limit, ids.length);
  const rest = ids.slice(cut);
  return (
    <span className="requirements">
      {ids.slice(0, cut).map((id) => (
        <RequirementTag key={id}>{id}</RequirementTag>
      ))}
      {rest.length > 0 && (
        <span className="tiny faint" title={rest.join(", ")}>
          <span aria-hidden="true">+{rest.length}</span>
          <VisuallyHidden>{rest.join(", ")}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}
