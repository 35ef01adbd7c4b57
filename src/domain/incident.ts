import { calendarDate } from "./calendar-date.ts";

/** failing: a control fails. expired: one that passed needs evidence again. expiring: one will soon. */
export type IncidentKind = "failing" | "expired" | "expiring";

interface Incident {
  readonly kind: IncidentKind;
  readonly ended: boolean;
  /** When the evidence stops counting, as far as it is known. */
  readonly endsAt: Date | null;
}

/** What there is to say of an incident now. */
type IncidentNews =
  | { readonly is: "passing again" | "failing" | "needs evidence" }
  | { readonly is: "expiring"; readonly endsAt: Date };

/**
 * What a mail, and a line of a digest, says of an incident. One that is over is passing again, whatever it was. Evidence
 * whose end nobody knows is missing, not expiring.
 */
export function newsOf({ kind, ended, endsAt }: Incident): IncidentNews {
  if (ended) return { is: "passing again" };
  if (kind === "failing") return { is: "failing" };
  return kind === "expiring" && endsAt ? { is: "expiring", endsAt } : { is: "needs evidence" };
}

interface Told {
  readonly title: string;
  /** One sentence. */
  readonly reason: string;
  /** The item whose time is up, by number and name. */
  readonly exhibit: string;
}

/** What a digest says of an incident, in one line. */
export function sayIncident(news: IncidentNews, { title, reason, exhibit }: Told): string {
  switch (news.is) {
    case "passing again":
      return `Control passing again: ${title}.`;
    case "failing":
      return `Control failing: ${title}. ${reason}`;
    case "needs evidence":
      return `Control needs evidence: ${title}. ${reason}`;
    case "expiring":
      return `Evidence about to expire: ${title}. ${exhibit} counts until ${calendarDate(news.endsAt)}.`;
  }
}
