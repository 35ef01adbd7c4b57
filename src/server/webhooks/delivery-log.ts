import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

const columns = [
  "id",
  "event",
  "ledger_index",
  "created_at",
  "state",
  "attempts",
  "tried_at",
  "next_try_at",
  "status",
  "duration_ms",
  "answer",
  "problem",
] as const;

/** As many as a person looks through. */
const SHOWN = 100;

const rowsOf = (tx: Tx, companyId: string, webhookId: string) =>
  tx
    .selectFrom("app.webhook_deliveries")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("webhook_id", "=", webhookId);

/** What was sent to a webhook lately, newest first. */
export async function listDeliveries(tx: Tx, companyId: string, webhookId: string) {
  const rows = await rowsOf(tx, companyId, webhookId)
    .orderBy("created_at", "desc")
    .orderBy("ledger_index", "desc")
    .limit(SHOWN)
    .execute();
  return rows.map(present);
}

/** One delivery of a webhook; refuses `not-found`. */
export async function getDelivery(tx: Tx, companyId: string, webhookId: string, deliveryId: string) {
  const row = await rowsOf(tx, companyId, webhookId).where("id", "=", deliveryId).executeTakeFirst();
  return row ? present(row) : fail("not-found");
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof rowsOf>["execute"]>>[number];

function present(row: DeliveryRow) {
  const waiting = row.state === "waiting";
  return {
    id: row.id,
    event: row.event,
    ledgerIndex: row.ledger_index,
    createdAt: row.created_at.toISOString(),
    state: row.state as "waiting" | "delivered" | "failed",
    attempts: row.attempts,
    triedAt: row.tried_at?.toISOString() ?? null,
    nextTryAt: waiting ? row.next_try_at.toISOString() : null,
    status: row.status,
    durationMs: row.duration_ms,
    answer: row.answer,
    problem: row.problem,
  };
}
