import { sql } from "kysely";
import type { Tx } from "../../db/as-caller.ts";

/**
 * Says why a link came to nothing; whoever may change the connection sees it there. One that was connected before needs attention
 * from now on, unless it still works.
 */
export async function noteLinkFailure(
  tx: Tx,
  companyId: string,
  connectionId: string,
  attention: string,
): Promise<void> {
  await sql`UPDATE app.connections SET attention = ${attention},
      state = CASE WHEN state = 'linking' AND connected_at IS NOT NULL THEN 'needs attention' ELSE state END
    WHERE company_id = ${companyId} AND id = ${connectionId} AND state <> 'disconnected'`.execute(tx);
}
