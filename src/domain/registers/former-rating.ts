import type { ConfirmedRegister } from "./same-before.ts";

/** A vendor that was rated high until somebody rated it lower or ended it, and that nobody else let go since. */
export interface FormerlyHigh {
  readonly vendorId: string;
  readonly until: string;
}

/** What the check of high vendors asks beside their records. */
export interface VendorScope {
  readonly formerlyHigh: readonly FormerlyHigh[];
}

/** Something that was written of a vendor's rating, in order of time. */
export interface RatingEvent {
  readonly vendorId: string;
  readonly at: Date;
  readonly by: string;
  /** What it is rated from then on: null where it is not any more. Absent where its record was ended or reopened. */
  readonly rating?: string | null;
  readonly isEnded?: boolean;
}

type Act = Pick<RatingEvent, "at" | "by">;

/** For so long whoever rated a vendor high may take that back as if it had never been said. */
const MENDED_MS = 86_400_000;

/**
 * Which vendors are not rated high any more by one person's word alone: nobody takes a vendor out of what is asked by a lower rating, nor by
 * ending its record. Let go is one of which somebody else confirmed the register while it was rated lower or ended. None are slips, which whoever
 * made them mended within 24 hours, before anybody confirmed them. Pure.
 */
export function formerlyHigh(
  events: readonly RatingEvent[],
  confirmed: readonly ConfirmedRegister[],
  isSamePerson: (a: string, b: string, at: Date) => boolean,
): readonly FormerlyHigh[] {
  const inOrder = confirmed.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return [...Map.groupBy(events, ({ vendorId }) => vendorId)].flatMap(([vendorId, own]) => {
    const lowered = loweredAlone(own, inOrder, isSamePerson);
    return lowered.length === 0 ? [] : { vendorId, until: lowered.at(-1)!.at.toISOString() };
  });
}

/** Who took a vendor's high rating away, each time that nobody else has let go; none where it is rated high. */
function loweredAlone(
  events: readonly RatingEvent[],
  confirmed: readonly ConfirmedRegister[],
  isSamePerson: (a: string, b: string, at: Date) => boolean,
): readonly Act[] {
  let lowered: readonly Act[] = [];
  let [rating, isEnded] = [undefined as string | null | undefined, false];
  /** Since when it is rated high, and whether somebody confirmed it so. */
  let high: (Act & { isSeen: boolean }) | undefined;
  const confirm = ({ by }: ConfirmedRegister) => {
    if (high) high.isSeen = true;
    else lowered = lowered.filter((own) => isSamePerson(by, own.by, own.at));
  };
  let next = 0;
  for (const event of events) {
    for (; confirmed[next] && confirmed[next]!.at <= event.at; next += 1) confirm(confirmed[next]!);
    if (event.rating !== undefined) rating = event.rating;
    if (event.isEnded !== undefined) isEnded = event.isEnded;
    const isHigh = rating === "high" && !isEnded;
    if (isHigh) high ??= { at: event.at, by: event.by, isSeen: false };
    else if (high) {
      const isSlip =
        !high.isSeen && event.at.getTime() - high.at.getTime() < MENDED_MS && isSamePerson(event.by, high.by, event.at);
      if (!isSlip) lowered = [...lowered, event];
      high = undefined;
    }
  }
  for (const later of confirmed.slice(next)) confirm(later);
  return high ? [] : lowered;
}
