import type { Finding } from "./finding.ts";

export type { Finding } from "./finding.ts";

const drawings = {
  passing: (
    <>
      <rect x="1" y="1" width="14" height="14" rx="1" fill="currentColor" />
      <path d="M4.2 8.3l2.6 2.6 5-5.6" fill="none" stroke="var(--knockout)" strokeWidth="2" />
    </>
  ),
  failing: (
    <>
      <path d="M8 .2 15.8 8 8 15.8.2 8z" fill="currentColor" />
      <path d="M5.5 5.5l5 5m0-5l-5 5" stroke="var(--knockout)" strokeWidth="1.8" />
    </>
  ),
  "needs evidence": (
    <circle cx="8" cy="8" r="6.4" fill="none" stroke="currentColor" strokeWidth="1.7" strokeDasharray="2.6 2.43" />
  ),
  "not applicable": (
    <>
      <rect x="1.8" y="1.8" width="12.4" height="12.4" rx="1" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M4.5 8h7" stroke="currentColor" strokeWidth="1.8" />
    </>
  ),
  unknown: (
    <>
      <path d="M8 .8 15.6 14.6H.4z" fill="currentColor" />
      <path d="M8 5.4v4.4m0 1.4v1.7" stroke="var(--knockout)" strokeWidth="1.8" />
    </>
  ),
  sealed: <path d="M8 .2 15.8 8 8 15.8.2 8z" fill="currentColor" />,
} satisfies Record<Finding, React.ReactNode>;

/** The shape of a finding: each differs from the others in black and white, too. Never alone, always beside its word. */
export function Glyph({ of, size = 14 }: { of: Finding; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      {drawings[of]}
    </svg>
  );
}
