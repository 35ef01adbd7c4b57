import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { callFunction } from "../db/functions.ts";
import { actAs } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Entry } from "../endpoints/entry.ts";

/** Commits the company's ledger to what happened, and through which API token if one acted. The details stay readable to members; the log holds a salted hash. */
export async function recordAct(
  tx: Tx,
  caller: { userId: string; token?: string | undefined },
  event: string,
  entry: Entry,
): Promise<void> {
  if (entry.companyId !== undefined) await actAs(tx, { userId: caller.userId, companyId: entry.companyId });
  const salt = randomBytes(16);
  const through: Entry["details"] = caller.token === undefined ? {} : { token: caller.token };
  const details = canonicalJson({ ...entry.details, ...through, by: caller.userId, event, subject: entry.subject });
  const commitment = createHmac("sha256", salt).update(details).digest("base64");
  const act = [randomUUID(), event, entry.subject, details, salt, commitment, entry.matterId ?? null] as const;
  await callFunction(tx, "app.record_act", [...act]);
}
