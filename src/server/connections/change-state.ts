import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import { fail } from "../app-error.ts";
import { holdConnection } from "./own-connection.ts";
import type { ConnectionState } from "./own-connection.ts";

/** A connection in one of these states goes over to another. Refuses `not-found` and `connection-not-ready`. */
export async function changeState(
  tx: Tx,
  caller: Caller,
  connectionId: string,
  from: readonly ConnectionState[],
  to: ConnectionState,
  now: Date,
) {
  const held = await holdConnection(tx, caller.companyId, connectionId);
  if (!from.includes(held.state)) fail("connection-not-ready");
  await tx
    .updateTable("app.connections")
    .set({
      state: to,
      attention: null,
      // Whoever lets it collect answers for it from then on.
      ...(to === "connected" && { connected_by: caller.userId }),
      ...(to === "disconnected" && { disconnected_at: now }),
    })
    .where("company_id", "=", caller.companyId)
    .where("id", "=", connectionId)
    .execute();
  return held;
}
