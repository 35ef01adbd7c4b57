import { sql } from "kysely";
import { freesAt } from "#domain/limit-words.ts";
import { limitKeys, limits } from "#domain/limits.ts";
import type { Limit } from "#domain/limits.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** Every limit of the company of this transaction, in the order of the table, with what is used of it. */
export async function readLimits(tx: Tx, now: Date) {
  const { rows: companies } = await sql<{ plan: string }>`
    SELECT subscription_tier AS plan FROM app.companies WHERE id = app.tenant()`.execute(tx);
  const { plan } = companies[0] ?? fail("not-found");
  const rows = await callFunction(tx, "app.company_limits", []);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return {
    plan,
    limits: limitKeys.map((key) => {
      const { name, unit, holds }: Limit = limits[key];
      const { most, used, own } = byKey.get(key)!;
      return { key, name, unit, holds, used, most, own, freesAt: freesAt(key, now)?.toISOString() ?? null };
    }),
  };
}
