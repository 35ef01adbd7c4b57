import { randomBytes, randomUUID } from "node:crypto";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { callFunction } from "../db/functions.ts";
import { actAs } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Entry } from "../endpoints/entry.ts";
import { hmacSha256 } from "../hmac.ts";

/** Commits the company's ledger to what happened, and through which API token if one acted. The details stay readable to members; the log holds a salted hash. */
export async function recordAct(
  tx: Tx,
  caller: { userId: string; token?: string | undefined },
  event: string,
  entry: Entry,
): Promise<void> {
  if (entry.companyId !== undefined) await actAs(tx, { userId: caller.userId, companyId: entry.companyId });
  const { id, details, salt, commitment } = writeAct(caller, event, entry);
  const act = [id, event, entry.subject, details, salt, commitment, entry.matterId ?? null] as const;
  await callFunction(tx, "app.record_act", [...act]);
}

/** An act as the database takes it: its details as canonical JSON, and the salted hash of them that the log holds. */
export function writeAct(
  { userId, token }: { userId: string; token?: string | undefined },
  event: string,
  { subject, details: told }: Pick<Entry, "subject" | "details">,
) {
  const salt = randomBytes(16);
  const through: Entry["details"] = token === undefined ? {} : { token };
  const details = canonicalJson({ ...told, ...through, by: userId, event, subject });
  const commitment = hmacSha256(salt, details, "base64");
  return { id: randomUUID(), details, salt, commitment };
}
