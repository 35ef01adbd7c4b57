import { answerFor } from "../scope.ts";
import type { Scope, ScopeDecision } from "../scope.ts";
import type { SystemKind } from "../system-kinds.ts";
import type { KindInScope } from "./decide-part.ts";

const DAY_MS = 24 * 60 * 60_000;

/** How a company answered for each kind of system at `now`, worked out once for each. */
export function kindsInScope(scope: Scope, now: Date): (kind: SystemKind) => KindInScope {
  const known = new Map<SystemKind, KindInScope>();
  return (kind) => {
    const found = known.get(kind);
    if (found) return found;
    const { none, ...answered } = answerFor(scope, kind, now);
    const decisions = [...answered.outOfScope.map(({ decision }) => decision), ...(none ? [none] : [])];
    const ends = decisions.flatMap(endOf);
    const made = { ...answered, until: ends.length > 0 ? new Date(Math.min(...ends)) : null };
    known.set(kind, made);
    return made;
  };
}

/** A decision holds until its last day in UTC is over. */
const endOf = ({ until }: ScopeDecision): number[] =>
  until === null ? [] : [Date.parse(`${until}T00:00:00Z`) + DAY_MS];
