const drawings = {
  columns: "M4 10 24 3l20 7v4H4zM8 18h6v20H8zM21 18h6v20h-6zM34 18h6v20h-6zM4 41h40v4H4z",
  steps: "M4 34h12v11H4zM18 23h12v22H18zM32 12h12v33H32zM32 3h12v5H32z",
  seal: "M24 3l5 6 8-2 1 8 7 4-4 7 2 8-8 1-4 7-7-4-7 4-4-7-8-1 2-8-4-7 7-4 1-8 8 2zM24 15a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  orbit: "M24 3a21 21 0 1 0 21 21h-6a15 15 0 1 1-15-15zM24 16a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM35 4h9v9h-9z",
  folio: "M6 3h26l10 10v32H6zM12 9v30h24V17h-8V9zM17 22h14v4H17zM17 30h14v4H17z",
  weave: "M3 3h18v18H3zM9 9v6h6V9zM27 3h18v18H27zM3 27h18v18H3zM27 27h18v18H27zM33 33v6h6v-6z",
};

export type ReservedShape = keyof typeof drawings;

/** A mark for a place that nobody has taken: ours, and nobody's brand. */
export function ReservedMark({ shape }: { shape: ReservedShape }) {
  return (
    <svg width="40" height="40" viewBox="0 0 48 48" aria-hidden="true">
      <path d={drawings[shape]} fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="3.2 2.4" />
    </svg>
  );
}
