import type { Task } from "./tasks.ts";

/** Until when the newest report of a vendor counts. */
export interface StandingAssurance {
  readonly vendorId: string;
  readonly vendor: string;
  readonly until: Date;
}

/** So early the next report is asked for. */
const AHEAD_MS = 30 * 86_400_000;

/** The task about a vendor's next report, from a month before the last one is too old to count. */
export const ofAssurance = ({ vendorId, vendor, until }: StandingAssurance, now: Date): Task[] =>
  until.getTime() - now.getTime() > AHEAD_MS
    ? []
    : [
        {
          key: `assurance ${vendorId}`,
          area: "registers",
          title: `Renew the report of ${vendor}`,
          detail: until <= now ? "The last one is too old to count" : "The last one counts until then",
          to: "/dashboard/program/assurances",
          due: until,
        },
      ];
