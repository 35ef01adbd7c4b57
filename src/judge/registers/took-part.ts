import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { endOfDay } from "./days.ts";
import { hasUnreadableEnd, instantOf, textOf } from "./registers.ts";

/** Whether somebody who is listed may have taken part in what was done on a day: they had begun by then, and had not left before. */
export function wasHere(row: SnapshotRow | undefined, day: string | undefined, until = day): boolean {
  if (!row || day === undefined || until === undefined) return false;
  const starts = instantOf(row, "startsAt");
  if (starts === undefined || hasUnreadableEnd(row) || endOfDay(until) <= starts) return false;
  const [ends, { state, endedAt }] = [textOf(row, "endsAt"), row];
  const lefts = [...(ends === undefined ? [] : [ends]), ...(state === "ended" ? [endedAt ?? ""] : [])];
  return lefts.every((left) => Date.parse(`${day}T00:00:00Z`) <= Date.parse(left));
}

/** Of people whom a record says to have been there those who did not work here then, or whom nobody lists; each by their number, or their id. */
export function absent(
  people: ReadonlyMap<string, SnapshotRow>,
  ids: readonly string[],
  day: string | undefined,
  until = day,
): readonly string[] {
  return [...new Set(ids)].flatMap((id) => {
    const person = people.get(id);
    if (wasHere(person, day, until)) return [];
    return [person ? `PER-${person.number}` : "somebody who is not in People"];
  });
}
