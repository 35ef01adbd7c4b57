import { fail, sqlState } from "../app-error.ts";

/** What keeps an item from being changed, as the functions of the database name it. */
const hindrances = {
  "not found": "not-found",
  withdrawn: "item-withdrawn",
  privileged: "privileged-change",
  replaced: "item-replaced",
  importing: "report-being-read",
  "none left": "no-control-left",
} as const;

/** Refuses what a function of the database named as the hindrance. */
export function refuseChange(hindrance: string): never {
  return fail(hindrances[hindrance as keyof typeof hindrances]);
}

/** Refuses `forbidden` where the database found that the caller may not; any other error stays what it is. */
export function forbidden(error: unknown): Promise<never> {
  return sqlState(error) === "42501" ? fail("forbidden", error) : Promise.reject(error);
}
