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
type IsSamePerson = (a: string, b: string, at: Date) => boolean;
/** The latest day that somebody's records said from then on. */
interface Said extends Act {
  readonly day: number | undefined;
}

/** For so long a day may be mended as if it had never been said. */
const MENDED_MS = 86_400_000;

/**
 * Which days people were said to start on besides the one that their record says: whoever is new is asked for more, and nobody alone takes
 * that back by another day, nor by another record of the same person. None are days that were mended within 24 hours, that were put off
 * before they came, or that somebody let go who confirmed People since and wrote nothing of it. `events` are in order of time; of so many of
 * one person the work grows little faster than they do. Pure.
 */
export function formerStarts(
  events: readonly StartEvent[],
  who: (id: string) => string,
  confirmed: readonly ConfirmedPeople[],
  isSamePerson: IsSamePerson,
): readonly FormerStarts[] {
  const inOrder = confirmed.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return [...Map.groupBy(events, ({ personId }) => who(personId)).values()]
    .flatMap((group) => {
      const records = Map.groupBy(group, ({ personId }) => personId);
      const people = [...records.keys()].toSorted();
      // A record asks by itself, too: another one with a later day hides nothing of it.
      const days = [
        ...(people.length > 1 ? formerDays(group, false, inOrder, isSamePerson) : []),
        ...[...records.values()].flatMap((own) => formerDays(own, true, inOrder, isSamePerson)),
      ];
      return days.length === 0 ? [] : { people, days: [...new Set(days)].toSorted() };
    })
    .toSorted(byPeople);
}

/** The days of these records, of one person or by themselves. */
function formerDays(
  group: readonly StartEvent[],
  isOne: boolean,
  confirmed: readonly ConfirmedPeople[],
  isSamePerson: IsSamePerson,
): readonly string[] {
  const [said, last] = [timeline(group, isOne), group.at(-1)!.at];
  const around = neighbours(said);
  // Of several records whoever wrote anything of them since wrote of the day.
  const isReleased = letGo(isOne ? said : group, confirmed, isSamePerson);
  return said.flatMap(({ day, at }, place) => {
    if (day === undefined) return [];
    const { next, lower, begun } = around[place]!;
    if (isOne && !next) return [];
    if (lower && lower.at.getTime() - begun.at.getTime() < MENDED_MS) return [];
    if (!lower && next && next.at.getTime() <= day) return [];
    const ended = (lower ?? next)?.at ?? at;
    const released = isOne ? isReleased(ended, place + 1) : isReleased(last, firstFrom(group, at));
    return released ? [] : new Date(day).toISOString();
  });
}

/** What was said around something that was: the next day, the next lower one, and the first since the last lower one. */
interface Around {
  readonly next: Said | undefined;
  readonly lower: Said | undefined;
  readonly begun: Said;
}

function neighbours(said: readonly Said[]): readonly (Around | undefined)[] {
  const days = said.flatMap((own, place) => (own.day === undefined ? [] : { own, place, day: own.day }));
  const around: (Around | undefined)[] = said.map(() => undefined);
  const lower: (Said | undefined)[] = [];
  // Those of which no lower day came yet, each lower than the one behind it, or the same.
  const open: number[] = [];
  days.forEach(({ own, day }, at) => {
    while (open.length > 0 && day < days[open.at(-1)!]!.day) lower[open.pop()!] = own;
    open.push(at);
  });
  const since: number[] = [];
  days.forEach(({ place, day }, at) => {
    while (since.length > 0 && days[since.at(-1)!]!.day >= day) since.pop();
    const from = since.at(-1) ?? -1;
    since.push(at);
    around[place] = { next: days[at + 1]?.own, lower: lower[at], begun: days[from + 1]!.own };
  });
  return around;
}

/** The place of the first of these that is not before an instant. */
function firstFrom(acts: readonly Act[], from: Date): number {
  let [low, high] = [0, acts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (acts[middle]!.at < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Whether somebody confirmed after an instant who had done none of these acts by then, from a place on. Whoever was not the same person as an
 * author when they acted first is not later, either.
 */
function letGo(
  acts: readonly Act[],
  confirmed: readonly ConfirmedPeople[],
  isSamePerson: IsSamePerson,
): (since: Date, from: number) => boolean {
  const all = [...new Set(confirmed.map(({ by }) => by))];
  const [mayBe, last] = [new Map<string, readonly string[]>(), new Map<string, number>()];
  let next = 0;
  /** By a confirmation the place of the last act that whoever confirmed had done; below 0 where there was none. */
  const own = confirmed.map((look) => {
    for (; acts[next] && acts[next]!.at <= look.at; next += 1) {
      const { by, at } = acts[next]!;
      const same = (mayBe.get(by) ?? all).filter((who) => isSamePerson(who, by, at));
      mayBe.set(by, same);
      for (const who of same) last.set(who, next);
    }
    return last.get(look.by) ?? -1;
  });
  // The least of these from there on.
  for (let place = own.length - 2; place >= 0; place -= 1) own[place] = Math.min(own[place]!, own[place + 1]!);
  return (since, from) => {
    const place = firstFrom(confirmed, new Date(since.getTime() + 1));
    return place < own.length && own[place]! < from;
  };
}

const byPeople = ({ people: [a = ""] }: FormerStarts, { people: [b = ""] }: FormerStarts): number => (a < b ? -1 : 1);

/** What somebody's records said over time. Of a single one it is no matter whether it was ended: its day is read all the same. */
function timeline(group: readonly StartEvent[], isOne: boolean): readonly Said[] {
  const days = new Map<string, number>();
  const ended = new Set<string>();
  const said: Said[] = [];
  let last: number | undefined;
  const openDay = (id: string) => (isOne || !ended.has(id) ? days.get(id) : undefined);
  const all = latestFirst(openDay);
  for (const { personId, at, by, day, isEnded } of group) {
    if (isEnded === undefined && day === undefined) continue;
    const before = last;
    if (isEnded === true) ended.add(personId);
    if (isEnded === false) ended.delete(personId);
    const time = Date.parse(day ?? "");
    if (!Number.isNaN(time)) days.set(personId, time);
    else if (day !== undefined) days.delete(personId);
    const own = openDay(personId);
    if (own !== undefined) all.add(personId, own);
    last = all.latest();
    if (before !== last) said.push({ day: last, at, by });
  }
  return said;
}

/** Days of records, of which the latest is known that is one still: a shared address makes thousands of records one person's. */
function latestFirst(dayOf: (id: string) => number | undefined) {
  // No day stands above a later one.
  const heap: { readonly id: string; readonly day: number }[] = [];
  const dayAt = (place: number) => heap[place]?.day ?? -Infinity;
  const swap = (a: number, b: number) => ([heap[a], heap[b]] = [heap[b]!, heap[a]!]);
  return {
    add: (id: string, day: number) => {
      let place = heap.push({ id, day }) - 1;
      for (let above = (place - 1) >> 1; place > 0 && dayAt(above) < day; above = (place - 1) >> 1) {
        swap(place, above);
        place = above;
      }
    },
    latest: (): number | undefined => {
      while (heap.length > 0 && dayOf(heap[0]!.id) !== heap[0]!.day) {
        swap(0, heap.length - 1);
        heap.pop();
        for (let place = 0; ;) {
          const [left, right] = [2 * place + 1, 2 * place + 2];
          const below = dayAt(left) < dayAt(right) ? right : left;
          if (dayAt(below) <= dayAt(place)) break;
          swap(place, below);
          place = below;
        }
      }
      return heap[0]?.day;
    },
  };
}
