import { randomUUID } from "node:crypto";
import type { StoredArtifact } from "../blobs/artifacts.ts";
import { getCompanyKey } from "../blobs/company-keys.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import { fileEvidence } from "../evidence/filing.ts";
import type { Keys } from "../keys/keys.ts";
import { recordAct } from "../ledger/record-act.ts";
import type { Unread } from "../reading/kept-report.ts";
import type { ReadReport } from "../reading/messages.ts";
import { fail } from "../app-error.ts";
import { plainMapping } from "./csv-mappings.ts";
import type { SavedMapping } from "./csv-mappings.ts";

interface Deps {
  readonly keys: Keys;
  readonly now: () => Date;
}

/** What came with a report beside its bytes. */
export interface Received {
  readonly fileName: string;
  readonly mapping: SavedMapping | undefined;
  /** What it is about, as was proved or said; empty where nobody did. */
  readonly target: string;
  /** The repository and branch that its pipeline proved; empty where none did. */
  readonly proved: string;
  readonly idempotencyKey: string | null;
}

/**
 * Files a report that was stored, read or not, and notes that its findings are to be filed; one that could not be read is on
 * file as failed. Answers with the import, also where the same key brought it before. Refuses `idempotency-conflict`.
 */
export async function fileReport(
  { keys, now }: Deps,
  tx: Tx,
  caller: Caller,
  artifact: StoredArtifact,
  read: ReadReport | Unread,
  { fileName, mapping, target, proved, idempotencyKey }: Received,
): Promise<{ answer: string; repeated: boolean }> {
  const key = await getCompanyKey(tx, keys, caller.companyId);
  const judged = "failure" in read ? undefined : read;
  const failure = "failure" in read ? read.failure : null;
  const [filed] = await fileEvidence(tx, key, [
    {
      ...artifact,
      artifactKey: artifact.key,
      name: judged ? `${judged.tool} report, ${fileName}` : `Report that was not read, ${fileName}`,
      type: "Report",
      controls: judged?.controls ?? [],
      source: judged?.source ?? "Upload",
      collector: `Import of ${judged?.formatName ?? "a file"}${caller.token === undefined ? "" : `, pushed by ${caller.token}`}`,
      collectedAt: judged?.observedAt ?? now(),
      fileName,
      idempotencyKey,
    },
  ]);
  const { id, repeated } = filed!;
  const row = await tx
    .insertInto("app.imports")
    .values({
      company_id: caller.companyId,
      id: randomUUID(),
      evidence_id: id,
      format: judged?.format ?? "unread",
      requested_by: caller.userId,
      total: judged?.total ?? 0,
      step: judged ? "Waiting to be read" : "Not read",
      counted: JSON.stringify(judged?.counted ?? {}),
      target,
      target_proved: proved,
      mapping: mapping ? JSON.stringify(plainMapping(mapping)) : null,
    })
    .onConflict((conflict) => conflict.columns(["company_id", "evidence_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row && failure !== null) {
    await tx
      .updateTable("app.imports")
      .set({ state: "failed", failure, finished_at: now() })
      .where("company_id", "=", caller.companyId)
      .where("id", "=", row.id)
      .execute();
    await recordAct(tx, caller, "import.failed", { subject: id, details: { failure } });
  }
  if (row) return { answer: row.id, repeated };
  const earlier = await tx
    .selectFrom("app.imports")
    .select("id")
    .where("company_id", "=", caller.companyId)
    .where("evidence_id", "=", id)
    .executeTakeFirst();
  return { answer: earlier?.id ?? fail("idempotency-conflict"), repeated };
}
