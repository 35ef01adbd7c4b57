import type pg from "pg";
import { callFunction } from "./functions.ts";

/**
 * Gives the records of each register keys by what tasks find them by, where that is another than it was (decision 0253): a company and a
 * register at a time, each in a transaction of its own, so that whoever writes records of that company waits for no more, and nobody else
 * does. What was not done when a process ended is done by the next one that starts; several at once do the same.
 */
export async function keyRecords(client: pg.PoolClient): Promise<void> {
  const asDefiner = async <T>(work: () => Promise<T>): Promise<T> => {
    await client.query("BEGIN");
    await client.query("SET LOCAL ROLE app_definer");
    const answer = await work();
    await client.query("COMMIT");
    return answer;
  };
  const { rows: stale } = await asDefiner(() =>
    client.query<{ key: string; finders: string | null }>(
      "SELECT key, finders::text AS finders FROM app.registers WHERE NOT is_keyed",
    ),
  );
  if (stale.length === 0) return;
  const { rows: kept } = await asDefiner(() =>
    client.query<{ company_id: string; register: string }>(
      "SELECT DISTINCT r.company_id, r.register FROM app.records r WHERE r.register = ANY ($1) AND r.matter_id IS NULL",
      [stale.map(({ key }) => key)],
    ),
  );
  for (const { company_id: companyId, register } of kept)
    await asDefiner(() => callFunction(client, "app.key_register", [companyId, register]));
  for (const { key, finders } of stale)
    // Another version may have written others meanwhile.
    await asDefiner(() =>
      client.query(
        "UPDATE app.registers SET is_keyed = true WHERE key = $1 AND finders IS NOT DISTINCT FROM $2::jsonb",
        [key, finders],
      ),
    );
}
