const HOUR_MS = 3_600_000;

/** So long after somebody left, each of their accounts must be closed. */
export const LEAVER_HOURS = 24;

/** An account of somebody, as its system was read last. */
export interface SeenAccount {
  /** Null where the system does not say. */
  readonly active: boolean | null;
  readonly seenAt: Date;
}

/** How the accounts of somebody who leaves stand: for a screen, which reads the same facts as the check but decides nothing. */
export interface LeaverClock {
  readonly state: "leaving" | "running" | "late" | "unread" | "closed" | "undated";
  readonly words: string;
}

/**
 * The clock of somebody who leaves at `endsAt`, or whose record ended without a last day. An account that was read before the time was over
 * and was open then says nothing of afterwards: it is unread, and not late.
 */
export function leaverClock(
  endsAt: Date | undefined,
  accounts: readonly SeenAccount[],
  now: Date,
): LeaverClock | undefined {
  const open = accounts.filter(({ active }) => active !== false);
  if (!endsAt)
    return open.length > 0
      ? {
          state: "undated",
          words: `No last day is recorded. ${counted(open.length)}, and no check can say since when.`,
        }
      : undefined;
  const hours = (now.getTime() - endsAt.getTime()) / HOUR_MS;
  if (hours < 0) return { state: "leaving", words: `Leaves in ${span(-hours)}. ${amount(open.length)} to close then.` };
  const left = `Left ${span(hours)} ago.`;
  if (open.length === 0)
    return {
      state: "closed",
      words: accounts.length === 0 ? `${left} No account is known.` : `${left} Every account was seen disabled.`,
    };
  if (hours < LEAVER_HOURS) {
    const rest = span(LEAVER_HOURS - hours);
    const sentence = `${rest.charAt(0).toUpperCase()}${rest.slice(1)} left to close.`;
    return { state: "running", words: `${left} ${counted(open.length)}. ${sentence}` };
  }
  const due = endsAt.getTime() + LEAVER_HOURS * HOUR_MS;
  const late = open.filter(({ active, seenAt }) => active === true && seenAt.getTime() >= due);
  if (late.length === 0)
    return { state: "unread", words: `${left} ${amount(open.length)} open when read last. Nothing was read since.` };
  return { state: "late", words: `${left} ${counted(late.length)}, ${span(hours - LEAVER_HOURS)} late.` };
}

const amount = (many: number) => (many === 1 ? "1 account" : `${many} accounts`);
const counted = (many: number) => `${amount(many)} ${many === 1 ? "is" : "are"} open`;

/** Hours up to three days, then days. */
function span(hours: number): string {
  if (hours < 1) return "less than an hour";
  const [many, unit] = hours < 72 ? [Math.floor(hours), "hour"] : [Math.floor(hours / 24), "day"];
  return `${many} ${unit}${many === 1 ? "" : "s"}`;
}
