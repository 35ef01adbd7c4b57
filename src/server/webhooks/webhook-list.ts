import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** A webhook without its secret. */
export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly events: string[];
  readonly active: boolean;
  readonly maker: string | null;
  readonly created_at: Date;
  readonly failing_since: Date | null;
  readonly turned_off_at: Date | null;
}

/** The webhooks of a company, the oldest first, or one of them. */
export async function readWebhooks(tx: Tx, companyId: string, webhookId?: string): Promise<WebhookRow[]> {
  const { rows } =
    await sql<WebhookRow>`SELECT w.id, w.url, w.events, w.active, w.created_at, w.failing_since, w.turned_off_at,
      p.first_name || ' ' || p.last_name AS maker
    FROM app.webhooks w LEFT JOIN app.profiles p ON p.id = w.created_by
    WHERE w.company_id = ${companyId} AND (${webhookId ?? null}::uuid IS NULL OR w.id = ${webhookId ?? null}::uuid)
    ORDER BY w.created_at, w.id`.execute(tx);
  return rows;
}

/** Refuses `not-found`. */
export async function getWebhook(tx: Tx, companyId: string, webhookId: string): Promise<WebhookRow> {
  return (await readWebhooks(tx, companyId, webhookId))[0] ?? fail("not-found");
}

/** A webhook as the API shows it. */
export function presentWebhook(row: WebhookRow) {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    active: row.active,
    createdBy: row.maker ?? "A former member",
    createdAt: row.created_at.toISOString(),
    failingSince: row.failing_since?.toISOString() ?? null,
    turnedOffAt: row.turned_off_at?.toISOString() ?? null,
  };
}

/** What the ledger says of a webhook: its host, because the rest of an address is often a secret. */
export const hostOf = (url: string) => new URL(url).host;
