/**
 * How a deadline stands at a moment: `closed` where its record was closed before it was due, so that nobody waits for it any more. One that
 * had passed by then stays `late`.
 */
export function deadlineState(
  dueAt: string | null,
  closedAt: unknown,
  now: Date,
): "unknown" | "closed" | "late" | "runs" {
  if (dueAt === null) return "unknown";
  if (typeof closedAt === "string" && Date.parse(closedAt) < Date.parse(dueAt)) return "closed";
  return Date.parse(dueAt) <= now.getTime() ? "late" : "runs";
}
