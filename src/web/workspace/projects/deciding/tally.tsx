import type { ReactNode } from "react";
import type { Finding } from "#web/design/glyph.tsx";
import { Ticks } from "#web/design/ticks.tsx";
import type { ControlRow } from "../project.ts";
import { Basis } from "./basis.tsx";
import "./deciding.css";

interface TallyProps {
  /** The large figure, such as `6 of 8`, and what it counts. */
  count: string;
  noun: string;
  /** One cell for each of these, and what they are. */
  of: string;
  findings: readonly Finding[];
  basis: ControlRow["basis"];
  children?: ReactNode;
}

/** How far something is decided, and by what. */
export function Tally({ count, noun, of, findings, basis, children }: TallyProps) {
  return (
    <div className="tally">
      <p className="tally-count">
        {count} <small>{noun}</small>
      </p>
      <Ticks of={of} findings={findings} />
      {children}
      <Basis basis={basis} />
    </div>
  );
}
