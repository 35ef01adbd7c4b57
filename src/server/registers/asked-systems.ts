import { sql } from "kysely";
import type { AskedSystem } from "#domain/registers/snapshot.ts";
import { answerFor } from "#domain/scope.ts";
import type { SystemKind } from "#domain/system-kinds.ts";
import type { Tx } from "../db/as-caller.ts";
import { readScope } from "../systems/read-scope.ts";

/**
 * The systems of a kind that are in scope now, each with its connections that are not disconnected, by the names of their results; null
 * where nobody answered whether there is one.
 */
export async function readAskedSystems(
  tx: Tx,
  companyId: string,
  kind: SystemKind,
  now: Date,
): Promise<readonly AskedSystem[] | null> {
  const { state, inScope } = answerFor(await readScope(tx, companyId), kind, now);
  if (state === "not answered") return null;
  const { rows } = await sql<{ systemId: string; source: string }>`SELECT k.system_id AS "systemId", k.source
    FROM app.connections k WHERE k.company_id = ${companyId} AND k.state <> 'disconnected' AND k.source IS NOT NULL
    ORDER BY k.source`.execute(tx);
  return inScope.map(({ id, name }) => ({
    systemId: id,
    name,
    sources: rows.flatMap(({ systemId, source }) => (systemId === id ? [source] : [])),
  }));
}
