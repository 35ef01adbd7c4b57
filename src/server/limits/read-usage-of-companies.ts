import { limits } from "#domain/limits.ts";
import type { Limit } from "#domain/limits.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";

/** What each company stores and the limit it is nearest to, the fullest first. For platform admins: the database refuses everybody else. */
export async function readUsageOfCompanies(tx: Tx) {
  const rows = await callFunction(tx, "app.usage_of_companies", []);
  return rows.map(({ key, used, most, ...company }) => {
    if (key === null || used === null || most === null) return { ...company, fullest: null };
    const { name, unit }: Limit = limits[key];
    return { ...company, fullest: { key, name, unit, used, most } };
  });
}
