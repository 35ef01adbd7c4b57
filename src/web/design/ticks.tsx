import type { Finding } from "./glyph.tsx";
import { Mark } from "./mark.tsx";

const order: readonly Finding[] = ["passing", "failing", "unknown", "needs evidence", "not applicable"];

/** A count with its finding in words: `6 need evidence`. */
function counted(count: number, finding: Finding): string {
  return finding === "needs evidence" && count !== 1 ? `${count} need evidence` : `${count} ${finding}`;
}

function tally(findings: readonly Finding[]) {
  return order
    .map((finding) => ({ finding, count: findings.filter((other) => other === finding).length }))
    .filter(({ count }) => count > 0);
}

interface TicksProps {
  /** What is counted, such as `controls`. */
  of: string;
  findings: readonly Finding[];
  size?: "regular" | "small";
}

/** One cell per finding, in order; read aloud as the counts. */
export function Ticks({ of, findings, size = "regular" }: TicksProps) {
  const counts = tally(findings).map(({ finding, count }) => counted(count, finding));
  return (
    <div
      className="ticks"
      data-size={size}
      role="img"
      aria-label={`${findings.length} ${of}: ${counts.join(", ") || "none"}`}
    >
      {findings.map((finding, index) => (
        <i key={index} data-finding={finding} />
      ))}
    </div>
  );
}

/** The counts in words under a strip of ticks. */
export function TicksLegend({ findings }: { findings: readonly Finding[] }) {
  return (
    <div className="ticks-legend">
      {tally(findings).map(({ finding, count }) => (
        <Mark key={finding} finding={finding} size="small">
          {counted(count, finding)}
        </Mark>
      ))}
    </div>
  );
}
