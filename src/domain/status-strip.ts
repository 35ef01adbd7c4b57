import type { ControlStatus } from "./control-status.ts";
import { inOrder } from "./days-covered.ts";
import type { StatusChange } from "./days-covered.ts";

/** A stretch of time in which a control had one status; null where nothing is recorded. */
export interface StatusStretch {
  readonly from: Date;
  readonly to: Date;
  readonly status: ControlStatus | null;
  /** Of the line that began it. */
  readonly reason: string;
}

/**
 * A control's recorded history between two instants as stretches without a hole, oldest first. Lines in any order;
 * those with the same status that follow each other are one stretch with the first one's reason.
 */
export function statusStretches(changes: readonly StatusChange[], from: Date, to: Date): StatusStretch[] {
  const history = inOrder(changes).filter(({ at }) => at < to);
  const before = history.findLast(({ at }) => at <= from);
  const stretches: StatusStretch[] = [];
  const begin = (at: Date, status: ControlStatus | null, reason: string) => {
    const last = stretches.at(-1);
    if (last?.status === status) return;
    if (last) stretches[stretches.length - 1] = { ...last, to: at };
    stretches.push({ from: at, to, status, reason });
  };
  begin(from, before?.status ?? null, before?.reason ?? "Nothing was recorded yet.");
  for (const { at, status, reason } of history) if (at > from) begin(at, status, reason);
  return stretches.filter((stretch) => stretch.from < stretch.to);
}
