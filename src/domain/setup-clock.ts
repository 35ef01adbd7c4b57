/** What leads from signing up to a first control report, in order. */
export const setupSteps = ["company", "profile", "project", "evidence", "report"] as const;

export type SetupStep = (typeof setupSteps)[number];

export interface SetupFacts {
  /** When the owner's account was created; null where whoever asks may not know. */
  readonly signedUpAt: Date | null;
  /** Whether the account began with this company: it founded none before, and was there when this one was founded. */
  readonly beganHere: boolean;
  /** When each step was first taken; null before. */
  readonly reached: Readonly<Record<SetupStep, Date | null>>;
  readonly now: Date;
}

export interface SetupClock {
  readonly since: "sign-up" | "company";
  /** Whole elapsed minutes until the first report, or until now, breaks included. */
  readonly minutes: number;
  readonly running: boolean;
}

/**
 * How long setting up took, or has taken so far. It begins when the account was created, or with the company where the
 * account had another before or took this one over; it ends with the first report. Null where the sign-up is not known.
 */
export function setupClock({ signedUpAt, beganHere, reached, now }: SetupFacts): SetupClock | null {
  if (!signedUpAt || !reached.company) return null;
  const start = beganHere ? signedUpAt : reached.company;
  const end = reached.report ?? now;
  const minutes = Math.max(0, Math.floor((end.getTime() - start.getTime()) / 60_000));
  return { since: beganHere ? "sign-up" : "company", minutes, running: reached.report === null };
}

/** `1 hour 28 minutes`, `2 days 3 hours`, `less than a minute`. */
export function sayMinutes(minutes: number): string {
  if (minutes < 1) return "less than a minute";
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const parts =
    days > 0 ? [some(days, "day"), some(hours % 24, "hour")] : [some(hours, "hour"), some(minutes % 60, "minute")];
  return parts.filter(Boolean).join(" ");
}

const some = (count: number, noun: string) => (count === 0 ? "" : `${count} ${noun}${count === 1 ? "" : "s"}`);
