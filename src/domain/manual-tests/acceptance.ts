/** A failing check that an owner or an admin accepted. */
export interface Acceptance {
  /** Its last day in UTC, `2027-01-31`. */
  readonly until: string;
  /** Whether it was withdrawn, or ended because the check failed no longer. */
  readonly ended: boolean;
}

/**
 * Whether a failure is accepted at `now`. Only what fails is: an acceptance changes no outcome, so it makes nothing greener, and it is
 * over when its last day in UTC is, when it was ended, and when the check fails no longer.
 */
export function isAccepted({ until, ended }: Acceptance, outcome: string, now: Date): boolean {
  return !ended && outcome === "fail" && now.toISOString().slice(0, 10) <= until;
}
