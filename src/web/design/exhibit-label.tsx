/** The blue label: the number an item got when it was filed, and one requirement it speaks to. One per view. */
export function ExhibitLabel({ number, foot }: { number: string; foot?: string | undefined }) {
  return (
    <span className="exhibit-label">
      <span className="exhibit-label-word">EXHIBIT</span>
      <span className="exhibit-label-number" data-long={number.length > 4 || undefined}>
        {number}
      </span>
      <span className="exhibit-label-foot">{foot}</span>
    </span>
  );
}

/** The same label without a number, for an empty list. */
export function BlankLabel() {
  return (
    <span className="exhibit-label" data-blank aria-hidden="true">
      <span className="exhibit-label-word">EXHIBIT</span>
      <span className="exhibit-label-number">—</span>
      <span className="exhibit-label-foot">not filed</span>
    </span>
  );
}
