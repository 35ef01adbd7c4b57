import type { AsksOfRecords } from "./asks-of-records.ts";
import type { RecordFields } from "./register.ts";
import type { ConfirmedRegister } from "./same-before.ts";

/** Something that was asked about a record until somebody wrote otherwise or ended it, and that nobody else let go since. */
export interface FormerlyAsked {
  readonly register: string;
  readonly id: string;
  /** What was asked, as its register names it; behind a space what it was asked about, or the most that was allowed. */
  readonly asked: string;
  /** Since when it is not any more. */
  readonly until: string;
}

/** Something that was written of what is asked about a record, in order of time. */
export interface AskedEvent {
  readonly id: string;
  readonly at: Date;
  readonly by: string;
  /** What is asked from then on, by what the record says. Absent where it was ended, reopened or approved. */
  readonly asked?: readonly string[];
  readonly isEnded?: boolean;
  /** Somebody approved the record as it was then, or its end. */
  readonly isApproved?: true;
}

/** The name of what was asked, and what it was asked about or the most that was allowed. Pure. */
export function partsOfAsked(asked: string): readonly [name: string, about: string | undefined] {
  const at = asked.indexOf(" ");
  return at < 0 ? [asked, undefined] : [asked.slice(0, at), asked.slice(at + 1)];
}

/** The fields by which checks of a register ask something of a record. Pure. */
export const askingFields = ({ asksWhere = {}, asksWithin = [] }: AsksOfRecords): readonly string[] => [
  ...Object.values(asksWhere).flatMap(({ field, of }) => (of === undefined ? field : [field, of])),
  ...asksWithin,
];

/**
 * What checks of its register ask of a record by what it says, each by its name. `limits`: what it ever allowed at most, by the number's field:
 * it is held to each that is no less than what it says now. Pure.
 */
export function askedOf(
  { asksWhere = {}, asksWithin = [] }: AsksOfRecords,
  fields: RecordFields,
  limits: Readonly<Record<string, readonly number[]>> = {},
): readonly string[] {
  const where = Object.entries(asksWhere).flatMap(([asked, { field, is, of }]) => {
    const said = [fields[field] ?? []].flat();
    if (!said.some((value) => typeof value === "string" && is.includes(value))) return [];
    if (of === undefined) return asked;
    const about = fields[of];
    return typeof about === "string" ? `${asked} ${about}` : [];
  });
  const within = asksWithin.flatMap((field) => {
    const now = fields[field];
    return typeof now !== "number"
      ? []
      : (limits[field] ?? [now]).flatMap((most) => (now <= most ? `${field} ${most}` : []));
  });
  return [...where, ...within];
}

type Act = Pick<AskedEvent, "at" | "by">;
type IsSamePerson = (a: string, b: string, at: Date) => boolean;

/** For so long whoever wrote something may take that back as if it had never been said. */
const MENDED_MS = 86_400_000;

/**
 * What is not asked about records of a register any more by one person's word alone: nobody takes a record out of what is asked by saying
 * less of it, nor by ending it. Let go is that of which somebody else confirmed the register, or approved the record, while it was not asked.
 * None are slips, which whoever made them mended within 24 hours, before anybody saw them. Pure.
 */
export function formerlyAsked(
  events: readonly AskedEvent[],
  confirmed: readonly ConfirmedRegister[],
  isSamePerson: IsSamePerson,
): readonly Omit<FormerlyAsked, "register">[] {
  const inOrder = confirmed.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return [...Map.groupBy(events, ({ id }) => id)].flatMap(([id, own]) =>
    [...new Set(own.flatMap(({ asked }) => asked ?? []))].toSorted().flatMap((asked) => {
      const last = takenAlone(own, asked, inOrder, isSamePerson).at(-1);
      return last ? { id, asked, until: last.at.toISOString() } : [];
    }),
  );
}

/** Who took it away that this is asked, each time that nobody else has let go; none where it is asked. */
function takenAlone(
  events: readonly AskedEvent[],
  word: string,
  confirmed: readonly ConfirmedRegister[],
  isSamePerson: IsSamePerson,
): readonly Act[] {
  let taken: readonly Act[] = [];
  let [says, isEnded] = [false, false];
  /** Since when it is asked, and whether somebody saw it so. */
  let since: (Act & { isSeen: boolean }) | undefined;
  const see = ({ by }: ConfirmedRegister) => {
    if (since) since.isSeen = true;
    else taken = taken.filter((own) => isSamePerson(by, own.by, own.at));
  };
  let next = 0;
  for (const event of events) {
    for (; confirmed[next] && confirmed[next]!.at <= event.at; next += 1) see(confirmed[next]!);
    if (event.isApproved) see(event);
    if (event.asked !== undefined) says = event.asked.includes(word);
    if (event.isEnded !== undefined) isEnded = event.isEnded;
    const isAsked = says && !isEnded;
    if (isAsked) since ??= { at: event.at, by: event.by, isSeen: false };
    else if (since) {
      const isSlip =
        !since.isSeen &&
        event.at.getTime() - since.at.getTime() < MENDED_MS &&
        isSamePerson(event.by, since.by, event.at);
      if (!isSlip) taken = [...taken, event];
      since = undefined;
    }
  }
  for (const later of confirmed.slice(next)) see(later);
  return since ? [] : taken;
}
