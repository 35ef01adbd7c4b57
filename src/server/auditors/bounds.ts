import { longestAuditMonths } from "#contract/auditors.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";
import { projectNames } from "./auditor-list.ts";

const DAY_MS = 24 * 60 * 60_000;

/** The last instant of the day that was chosen, in UTC; refuses one that is over or too far away. */
export function endOf(endsOn: string, now: Date): Date {
  const end = new Date(Date.parse(`${endsOn}T00:00:00.000Z`) + DAY_MS - 1);
  const latest = new Date(now);
  latest.setUTCMonth(latest.getUTCMonth() + longestAuditMonths);
  return end > now && end.getTime() <= latest.getTime() + DAY_MS ? end : fail("audit-too-long");
}

/** The names of these projects, all of which must be there. Refuses `no-such-project`. */
export async function namesOfAll(tx: Tx, companyId: string, projects: readonly string[]): Promise<string[]> {
  const known = await projectNames(tx, companyId);
  return projects.map((id) => known.get(id) ?? fail("no-such-project"));
}
