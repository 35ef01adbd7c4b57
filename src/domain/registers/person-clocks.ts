import type { Clock } from "./clock.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** So long after their first day somebody's start is shown, and so long while something of it is open. */
const START_DAYS = { shown: 30, open: 60 } as const;
/** Who starts is expected to have an account within a day. */
const ACCOUNT_HOURS = 24;
/** After a change of role, so long to look at each account: as long as a removal of a review has. */
export const MOVE_DAYS = 14;
/** A change of role is shown for so long, and so long while an account was not looked at. */
const MOVED_DAYS = { shown: 30, open: 90 } as const;

/** Several things of one kind that somebody who starts does, such as the policies that they acknowledge. */
interface Owed {
  readonly due: Date;
  readonly isDone: boolean;
}

/** What is known of somebody who starts. */
export interface Start {
  readonly startsAt: Date;
  /** Accounts that are theirs and not disabled; undefined where no connected system lists accounts. */
  readonly accounts: readonly { readonly label: string; readonly source: string }[] | undefined;
  readonly policies: readonly Owed[];
  readonly courses: readonly Owed[];
  /** Undefined where nobody asks for a screening, or where who reads this may not read screenings. */
  readonly screening?: { readonly by: Date; readonly approved: string | undefined } | undefined;
}

/** Somebody whose role changed. */
export interface Move {
  readonly at: Date;
  /** The fields that changed, as people read them: `Job title`. */
  readonly changed: readonly string[];
  /** Their accounts that are not disabled, and what was done about each since: `Kept in a review`. */
  readonly accounts: readonly {
    readonly label: string;
    readonly source: string;
    readonly looked: string | undefined;
  }[];
}

/**
 * What is due of somebody who starts, each closed by what was collected or done: empty where they started long ago. For a screen and for
 * tasks; what of it a check asks for, the check decides.
 */
export function startClocks(start: Start, now: Date): readonly Clock[] {
  const { startsAt, accounts, policies, courses, screening } = start;
  const clocks = [
    ...(accounts === undefined ? [] : [accountClock(startsAt, accounts)]),
    ...together("Acknowledge", "policy", "policies", policies),
    ...together("Pass", "course", "courses", courses),
    ...(screening === undefined ? [] : [screeningClock(screening)]),
  ];
  return isShown(startsAt, START_DAYS, clocks, now) ? clocks : [];
}

/** What is due after a change of role: that somebody looks at each account. Empty where the change is long ago. */
export function moveClocks({ at, changed, accounts }: Move, now: Date): readonly Clock[] {
  const dueAt = new Date(at.getTime() + MOVE_DAYS * DAY_MS).toISOString();
  const clocks = accounts.map(({ label, source, looked }): Clock => ({
    label: `Look at what ${label} may do in ${source}`,
    dueAt,
    source:
      looked ?? `${changed.join(" and ")} changed. Decide it in a review, approve an access request, or disable it`,
    done: looked !== undefined,
  }));
  return isShown(at, MOVED_DAYS, clocks, now) ? clocks : [];
}

/** What of somebody's clocks is open, and when the first of it is due; undefined where nothing is. */
export function openOf(clocks: readonly Clock[]): { readonly count: number; readonly due: Date | null } | undefined {
  const open = clocks.filter(({ done }) => done !== true);
  if (open.length === 0) return undefined;
  const days = open.flatMap(({ dueAt }) => (dueAt === null ? [] : Date.parse(dueAt)));
  return { count: open.length, due: days.length > 0 ? new Date(Math.min(...days)) : null };
}

function accountClock(startsAt: Date, accounts: NonNullable<Start["accounts"]>): Clock {
  const [first] = accounts;
  const others = accounts.length > 1 ? ` and ${accounts.length - 1} more` : "";
  return {
    label: "An account in a connected system",
    dueAt: new Date(startsAt.getTime() + ACCOUNT_HOURS * HOUR_MS).toISOString(),
    source: first
      ? `${first.label} in ${first.source}${others}`
      : "No account that was read is known to be theirs. Create it, or say whose your accounts are",
    done: first !== undefined,
  };
}

function screeningClock({ by, approved }: NonNullable<Start["screening"]>): Clock {
  return {
    label: "Screening before the first access",
    dueAt: by.toISOString(),
    source: approved === undefined ? "No screening from before is approved" : `${approved} is approved`,
    done: approved !== undefined,
  };
}

function together(verb: string, single: string, plural: string, owed: readonly Owed[]): readonly Clock[] {
  if (owed.length === 0) return [];
  const open = owed.filter(({ isDone }) => !isDone);
  const first = Math.min(...(open.length > 0 ? open : owed).map(({ due }) => due.getTime()));
  return [
    {
      label: `${verb} ${owed.length} ${owed.length === 1 ? single : plural}`,
      dueAt: new Date(first).toISOString(),
      source: `${owed.length - open.length} of ${owed.length} done`,
      done: open.length === 0,
    },
  ];
}

function isShown(since: Date, days: typeof START_DAYS | typeof MOVED_DAYS, clocks: readonly Clock[], now: Date) {
  const passed = (now.getTime() - since.getTime()) / DAY_MS;
  return passed < days.shown || (passed < days.open && openOf(clocks) !== undefined);
}
