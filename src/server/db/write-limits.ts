import type pg from "pg";
import { limitKeys, limits, ownedCompanies, planKeys } from "#domain/limits.ts";
import type { Limit } from "#domain/limits.ts";

/**
 * Writes the table of limits into a database that has just been migrated, and takes out what is no longer in it. The database
 * holds whatever is written here.
 */
export async function writeLimits(pool: pg.Pool): Promise<void> {
  const rows = limitKeys.flatMap((key) => {
    const { amounts, holds, untold }: Limit = limits[key];
    return planKeys.map((plan) => ({ key, plan, most: amounts[plan], holds, told: untold !== true }));
  });
  const owners = Object.entries(ownedCompanies).map(([platform_role, most]) => ({ platform_role, most }));
  const client = await pool.connect();
  try {
    // A database that was only brought to an older version has none.
    const { rows: found } = await client.query<{ there: boolean }>(
      "SELECT to_regclass('app.limits') IS NOT NULL AS there",
    );
    if (!found[0]!.there) return;
    await client.query("BEGIN");
    await client.query("SET LOCAL ROLE app_definer");
    await client.query(
      `INSERT INTO app.limits AS l (key, plan, most, holds, told)
        SELECT x.* FROM jsonb_to_recordset($1) x (key text, plan text, most bigint, holds text, told boolean)
        ON CONFLICT (key, plan) DO UPDATE SET most = excluded.most, holds = excluded.holds, told = excluded.told
        WHERE (l.most, l.holds, l.told) IS DISTINCT FROM (excluded.most, excluded.holds, excluded.told)`,
      [JSON.stringify(rows)],
    );
    await client.query("DELETE FROM app.limits WHERE key <> ALL ($1)", [limitKeys]);
    await client.query(
      `INSERT INTO app.owner_limits AS l (platform_role, most)
        SELECT x.* FROM jsonb_to_recordset($1) x (platform_role text, most bigint)
        ON CONFLICT (platform_role) DO UPDATE SET most = excluded.most WHERE l.most <> excluded.most`,
      [JSON.stringify(owners)],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
