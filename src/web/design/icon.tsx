import type { LucideIcon } from "lucide-react";

/** A lucide icon as the design draws it: 16 px, square caps, silent for a screen reader because a word stands beside it. */
export function Icon({ of: Drawing, size = 16, className }: { of: LucideIcon; size?: number; className?: string }) {
  return (
    <Drawing
      size={size}
      strokeWidth={size >= 20 ? 1.6 : 1.9}
      strokeLinecap="square"
      strokeLinejoin="miter"
      aria-hidden="true"
      className={className}
    />
  );
}
