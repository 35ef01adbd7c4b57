/** A share of a whole. The number must stand beside it in words: the bar alone says too little. */
export function Meter({ label, percent }: { label: string; percent: number }) {
  return <meter className="meter" aria-label={label} min={0} max={100} value={percent} />;
}
