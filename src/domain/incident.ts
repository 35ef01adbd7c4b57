import { calendarDate } from "./calendar-date.ts";

/** failing: a control fails. expired: one that passed needs evidence again. expiring: one will soon. */
export type IncidentKind = "failing" | "expired" | "expiring";

interface Told {
  readonly kind: IncidentKind;
  readonly ended: boolean;
  readonly title: string;
  /** One sentence. */
  readonly reason: string;
  readonly endsAt: Date | null;
  /** The item whose time is up, by number and name. */
  readonly exhibit: string;
}

/** What a digest says of an incident, in one line. */
export function sayIncident({ kind, ended, title, reason, endsAt, exhibit }: Told): string {
  if (ended) return `Control passing again: ${title}.`;
  if (kind === "failing") return `Control failing: ${title}. ${reason}`;
  if (kind === "expired" || !endsAt) return `Control needs evidence: ${title}. ${reason}`;
  return `Evidence about to expire: ${title}. ${exhibit} counts until ${calendarDate(endsAt)}.`;
}
