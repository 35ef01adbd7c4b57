/** The hour of a Monday at which tasks are mailed, by the clock of whoever reads them. */
export const DIGEST_HOUR = 8;

const DAY_MS = 86_400_000;

/** Whether a time zone is one that this machine knows, such as `Europe/Berlin`. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/**
 * The next Monday at 08:00 by a time zone's clock, after `now`. A zone that this machine does not know counts as UTC.
 */
export function nextDigest(zone: string | null, now: Date): Date {
  const known = knownZone(zone);
  const monday = mondayOf(now.getTime() + offsetOf(known, now.getTime()));
  const [first, second] = [monday, monday + 7 * DAY_MS].map((wanted) => instantOf(known, wanted));
  return new Date(first! > now.getTime() ? first! : second!);
}

/**
 * When a mail that is planned by one clock comes by another: on the same Monday, so that nobody who travels gets two in a week or none.
 */
export function movedDigest(due: Date, from: string | null, to: string | null): Date {
  const [before, after] = [knownZone(from), knownZone(to)];
  return new Date(instantOf(after, mondayOf(due.getTime() + offsetOf(before, due.getTime()))));
}

const knownZone = (zone: string | null): string => (zone !== null && isTimeZone(zone) ? zone : "UTC");

/** 08:00 of the Monday of the week of a moment, both as a clock shows them. */
function mondayOf(local: number): number {
  const midnight = Math.floor(local / DAY_MS) * DAY_MS;
  // 1 January 1970 was a Thursday.
  return midnight - ((midnight / DAY_MS + 3) % 7) * DAY_MS + DIGEST_HOUR * 3_600_000;
}

/** The instant at which a zone's clock shows `local`. */
function instantOf(zone: string, local: number): number {
  const near = local - offsetOf(zone, local);
  return local - offsetOf(zone, near);
}

/** By how many milliseconds a zone's clock is ahead of UTC at an instant. */
function offsetOf(zone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn-hc-h23", {
    timeZone: zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  const shown = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return shown - Math.floor(instant / 1_000) * 1_000;
}

/** A task as far as it matters whose it is. */
interface Planned {
  readonly assignee: { readonly userId: string } | null;
  readonly snoozed: object | null;
}

/** What somebody is told of: tasks that are theirs, and nobody's where they may take one; none that was put off. */
export function ownTasks<T extends Planned>(tasks: readonly T[], userId: string, mayPlan: boolean): readonly T[] {
  return tasks.filter(
    ({ assignee, snoozed }) => snoozed === null && (assignee === null ? mayPlan : assignee.userId === userId),
  );
}
