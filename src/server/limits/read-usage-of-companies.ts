import { sql } from "kysely";
import { limits } from "#domain/limits.ts";
import type { Limit, LimitKey } from "#domain/limits.ts";
import type { Tx } from "../db/as-caller.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly items: number;
  readonly bytes: number;
  readonly key: LimitKey | null;
  readonly used: number | null;
  readonly most: number | null;
}

/** What each company stores and the limit it is nearest to, the fullest first. For platform admins: the database refuses everybody else. */
export async function readUsageOfCompanies(tx: Tx) {
  const { rows } = await sql<Row>`SELECT * FROM app.usage_of_companies()`.execute(tx);
  return rows.map(({ key, used, most, ...company }) => {
    if (key === null || used === null || most === null) return { ...company, fullest: null };
    const { name, unit }: Limit = limits[key];
    return { ...company, fullest: { key, name, unit, used, most } };
  });
}
