import type { FailureName } from "#contract/failures.ts";
import { recordAct } from "../ledger/record-act.ts";
import { readConnection } from "./begin-run.ts";
import { asConnection, changeRun } from "./claims.ts";
import type { Claim } from "./claims.ts";
import type { Collecting } from "./run-collection.ts";

/**
 * Ends a run as failed, with an entry in the ledger; what it collected is forgotten. `needsAttention`: nothing is collected any
 * more until somebody looked after the connection.
 */
export async function failRun(
  { databases, now }: Pick<Collecting, "databases" | "now">,
  claim: Claim,
  failure: FailureName,
  needsAttention = false,
): Promise<void> {
  await asConnection(databases.user, claim, async (tx) => {
    const { companyId, connectionId, runId } = claim;
    await changeRun(tx, claim, { state: "failed", failure, finished_at: now(), lease_until: null });
    await tx
      .deleteFrom("app.collection_parts")
      .where("company_id", "=", companyId)
      .where("run_id", "=", runId)
      .execute();
    if (needsAttention)
      await tx
        .updateTable("app.connections")
        .set({ state: "needs attention", attention: failure })
        .where("company_id", "=", companyId)
        .where("id", "=", connectionId)
        .where("state", "=", "connected")
        .execute();
    const { provider } = await readConnection(tx, claim);
    await recordAct(tx, { userId: connectionId }, "connection.failed", {
      subject: connectionId,
      details: { provider, run: runId, failure },
    });
  });
}
