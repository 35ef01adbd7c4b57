import type { BundlePlan } from "../bundle/bundle-plan.ts";
import type { Tx } from "../db/as-caller.ts";
import { checkpointOfSize } from "../ledger/checkpoints.ts";
import type { LedgerSigner } from "../ledger/ledger-signer.ts";
import { lossesOf } from "../ledger/losses.ts";
import { getProject } from "../projects/projects.ts";
import type { ExportRow } from "./export-rows.ts";

/** What an export holds: fixed when it was asked for, so that it is the same however often it is begun. */
export async function planOf(tx: Tx, signer: LedgerSigner, companyId: string, row: ExportRow): Promise<BundlePlan> {
  const head = await checkpointOfSize(tx, signer, companyId, row.ledger_size);
  const project = row.project_id === null ? undefined : await getProject(tx, companyId, row.project_id);
  const losses = (await lossesOf(tx, companyId)).filter(({ index }) => index < head.size);
  return {
    head,
    losses,
    project,
    companyId,
    companyName: await companyNameOf(tx, companyId),
    days: {
      ...(row.collected_from !== null && { from: row.collected_from }),
      ...(row.collected_to !== null && { to: row.collected_to }),
    },
    issuedAt: row.created_at,
    id: row.id,
    number: `CR-${row.id.slice(0, 8)}`,
  };
}

/** What the company is called now. */
export async function companyNameOf(tx: Tx, companyId: string): Promise<string> {
  const found = tx.selectFrom("app.companies").select("name").where("id", "=", companyId);
  return (await found.executeTakeFirstOrThrow()).name;
}
