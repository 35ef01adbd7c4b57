import { providers } from "#catalog/providers.ts";
import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";

/** Providers that are shown to companies that try them out. */
export const inBeta = new Set(providers.filter(({ beta }) => beta).map(({ key }) => key));

/** Whether the company tries them out. */
export async function hasBeta(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`SELECT app.has_feature('integrations-beta') AS on`.execute(tx);
  return rows[0]?.on === true;
}
