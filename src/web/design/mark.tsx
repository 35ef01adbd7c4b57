import type { ReactNode } from "react";
import { Glyph } from "./glyph.tsx";
import type { Finding } from "./glyph.tsx";

const words: Record<Finding, string> = {
  passing: "Passing",
  failing: "Failing",
  "needs evidence": "Needs evidence",
  "not applicable": "Not applicable",
  unknown: "Unknown",
  sealed: "Seal intact",
};

interface MarkProps {
  finding: Finding;
  /** Another word for the same finding, or a count before it. */
  children?: ReactNode;
  size?: "regular" | "small";
}

/** A finding in a row: shape, word and colour, readable on a black-and-white printer. */
export function Mark({ finding, children, size = "regular" }: MarkProps) {
  return (
    <span className="mark" data-finding={finding} data-size={size}>
      <Glyph of={finding} size={size === "small" ? 12 : 14} />
      <span>{children ?? words[finding]}</span>
    </span>
  );
}

/** A finding as the one stamp of a view, with its date. */
export function Stamp({ finding, date }: { finding: Finding; date: string }) {
  return (
    <span className="stamp" data-finding={finding}>
      <b>{words[finding]}</b>
      <small>{date}</small>
    </span>
  );
}

/** Why a finding is what it is, in one sentence under its title. */
export function Reason({ finding, children }: { finding: Finding; children: ReactNode }) {
  return (
    <span className="reason" data-finding={finding}>
      {children}
    </span>
  );
}
