import type { ConfirmedPeople } from "./same-before.ts";

/** Days on which these records of People, which are or were one person's, said that they start, and that nobody else let go. */
export interface FormerStarts {
  readonly people: readonly string[];
  readonly days: readonly string[];
}

/** Something that was written of a record of People, in order of time. */
export interface StartEvent {
  readonly personId: string;
  readonly at: Date;
  readonly by: string;
  /** When they start, as the record says from then on: null where it says nothing any more. Absent where something else was written. */
  readonly day?: string | null;
  /** Of a record that was ended, or reopened. */
  readonly isEnded?: boolean;
}

type Act = Pick<StartEvent, "at" | "by">;
/** The latest day that somebody's records said from then on. */
interface Said extends Act {
  readonly day: number | undefined;
}

/** For so long a day may be mended as if it had never been said. */
const MENDED_MS = 86_400_000;

/**
 * Which days people were said to start on besides the one that their record says: whoever is new is asked for more, and nobody alone takes
 * that back by another day, nor by another record of the same person. None are days that were mended within 24 hours, that were put off
 * before they came, or that somebody let go who confirmed People since and wrote nothing of it. Pure.
 */
export function formerStarts(
  events: readonly StartEvent[],
  who: (id: string) => string,
  confirmed: readonly ConfirmedPeople[],
  isSamePerson: (a: string, b: string, at: Date) => boolean,
): readonly FormerStarts[] {
  const isReleased = (since: Date, acts: () => readonly Act[]) => {
    const looked = confirmed.filter(({ at }) => since < at);
    const authors = looked.length > 0 ? acts() : [];
    return looked.some(({ by, at }) => !authors.some((own) => own.at <= at && isSamePerson(by, own.by, own.at)));
  };
  return [...Map.groupBy(events, ({ personId }) => who(personId)).values()]
    .flatMap((group) => {
      const people = [...new Set(group.map(({ personId }) => personId))].toSorted();
      const isOne = people.length === 1;
      const [said, last] = [timeline(group, isOne), group.at(-1)!.at];
      const days = said.flatMap(({ day, at }, place) => {
        if (day === undefined) return [];
        const later = said.slice(place + 1);
        const next = later.find((own) => own.day !== undefined);
        if (isOne && !next) return [];
        const lower = later.find((own) => own.day !== undefined && own.day < day);
        const from = said.slice(0, place).findLast((own) => own.day !== undefined && own.day < day);
        const begun = said.slice(from ? said.indexOf(from) + 1 : 0).find((own) => own.day !== undefined)?.at ?? at;
        if (lower && lower.at.getTime() - begun.getTime() < MENDED_MS) return [];
        if (!lower && next && next.at.getTime() <= day) return [];
        const ended = (lower ?? next)?.at ?? at;
        const authors = () => (isOne ? later : firstActs(group.filter((own) => at <= own.at)));
        return isReleased(isOne ? ended : last, authors) ? [] : new Date(day).toISOString();
      });
      return days.length === 0 ? [] : { people, days: [...new Set(days)].toSorted() };
    })
    .toSorted(byPeople);
}

const byPeople = ({ people: [a = ""] }: FormerStarts, { people: [b = ""] }: FormerStarts): number => (a < b ? -1 : 1);

/** What somebody's records said over time. Of a single one it is no matter whether it was ended: its day is read all the same. */
function timeline(group: readonly StartEvent[], isOne: boolean): readonly Said[] {
  const days = new Map<string, number>();
  const ended = new Set<string>();
  const said: Said[] = [];
  let last: number | undefined;
  const openDay = (id: string) => (isOne || !ended.has(id) ? days.get(id) : undefined);
  for (const { personId, at, by, day, isEnded } of group) {
    if (isEnded === undefined && day === undefined) continue;
    const [before, was] = [last, openDay(personId)];
    if (isEnded === true) ended.add(personId);
    if (isEnded === false) ended.delete(personId);
    const time = Date.parse(day ?? "");
    if (!Number.isNaN(time)) days.set(personId, time);
    else if (day !== undefined) days.delete(personId);
    const own = openDay(personId);
    if (own !== undefined) last = latest(last, own);
    // All are read again where the latest is gone, and then alone: a shared address makes thousands of records one person's.
    if (was !== undefined && was === before && own !== was)
      last = [...days.keys()].flatMap((id) => openDay(id) ?? []).reduce<number | undefined>(latest, undefined);
    if (before !== last) said.push({ day: last, at, by });
  }
  return said;
}

const latest = (a: number | undefined, b: number): number => (a === undefined || a < b ? b : a);

/** Who wrote something, each once and as of the first time. */
function firstActs(group: readonly StartEvent[]): readonly Act[] {
  const first = new Map<string, Act>();
  for (const act of group) if (!first.has(act.by)) first.set(act.by, act);
  return [...first.values()];
}
