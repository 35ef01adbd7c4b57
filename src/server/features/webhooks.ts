import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { refuse } from "../refusal.ts";
import type { Services } from "../services.ts";
import { webhookBinding } from "../webhooks/deliver.ts";
import { newWebhookSecret } from "../webhooks/signature.ts";
import { getDelivery, listDeliveries } from "../webhooks/delivery-log.ts";
import type { HandlersOf } from "./handlers.ts";

interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly events: string[];
  readonly active: boolean;
  readonly maker: string | null;
  readonly created_at: Date;
  readonly failing_since: Date | null;
  readonly turned_off_at: Date | null;
}

async function readWebhooks(tx: Tx, companyId: string, webhookId?: string): Promise<WebhookRow[]> {
  const { rows } =
    await sql<WebhookRow>`SELECT w.id, w.url, w.events, w.active, w.created_at, w.failing_since, w.turned_off_at,
      p.first_name || ' ' || p.last_name AS maker
    FROM app.webhooks w LEFT JOIN app.profiles p ON p.id = w.created_by
    WHERE w.company_id = ${companyId} AND (${webhookId ?? null}::uuid IS NULL OR w.id = ${webhookId ?? null}::uuid)
    ORDER BY w.created_at, w.id`.execute(tx);
  return rows;
}

async function getWebhook(tx: Tx, companyId: string, webhookId: string): Promise<WebhookRow> {
  return (await readWebhooks(tx, companyId, webhookId))[0] ?? refuse("not-found");
}

function present(row: WebhookRow) {
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
const hostOf = (url: string) => new URL(url).host;

export function webhookHandlers({ keys, egress, now }: Services): HandlersOf<"webhooks"> {
  const sealedSecret = (companyId: string, webhookId: string) => {
    const { bytes, text } = newWebhookSecret();
    return { text, sealed: keys.wrap("webhook", bytes, webhookBinding(companyId, webhookId)) };
  };
  return {
    list: async ({ input, tx }) => (await readWebhooks(tx, input.companyId)).map(present),
    create: async ({ input, caller, tx }) => {
      if (!egress.accepts(input.url)) refuse("webhook-address");
      const id = randomUUID();
      const { text, sealed } = sealedSecret(caller.companyId, id);
      await tx
        .insertInto("app.webhooks")
        .values({
          company_id: caller.companyId,
          id,
          url: input.url,
          events: input.events,
          sealed_secret: sealed,
          created_by: caller.userId,
          created_at: now(),
        })
        .execute();
      return {
        answer: { webhook: present(await getWebhook(tx, caller.companyId, id)), secret: text },
        entry: { subject: id, details: { host: hostOf(input.url), events: input.events } },
      };
    },
    change: async ({ input: { url, events, active, webhookId }, caller, tx }) => {
      const before = await getWebhook(tx, caller.companyId, webhookId);
      if (url !== undefined && !egress.accepts(url)) refuse("webhook-address");
      await tx
        .updateTable("app.webhooks")
        // What is not asked for stays as it is in that moment: the worker may be turning it off.
        .set({ url: url ?? before.url, events: events ?? before.events, ...(active === undefined ? {} : { active }) })
        .where("company_id", "=", caller.companyId)
        .where("id", "=", webhookId)
        .execute();
      const row = await getWebhook(tx, caller.companyId, webhookId);
      return {
        answer: present(row),
        entry: { subject: webhookId, details: { host: hostOf(row.url), events: row.events, active: row.active } },
      };
    },
    rollSecret: async ({ input: { webhookId }, caller, tx }) => {
      const row = await getWebhook(tx, caller.companyId, webhookId);
      const { text, sealed } = sealedSecret(caller.companyId, webhookId);
      await tx
        .updateTable("app.webhooks")
        .set({ sealed_secret: sealed })
        .where("company_id", "=", caller.companyId)
        .where("id", "=", webhookId)
        .execute();
      return {
        answer: { webhook: present(row), secret: text },
        entry: { subject: webhookId, details: { host: hostOf(row.url) } },
      };
    },
    test: async ({ input: { webhookId }, caller, tx }) => {
      const row = await getWebhook(tx, caller.companyId, webhookId);
      if (!row.active) refuse("webhook-off");
      const at = now();
      const payload = JSON.stringify({
        type: "webhook.test",
        timestamp: at.toISOString(),
        data: { companyId: caller.companyId, event: "webhook.test", subject: webhookId },
      });
      const { id } = await tx
        .insertInto("app.webhook_deliveries")
        .values({
          company_id: caller.companyId,
          webhook_id: webhookId,
          event: "webhook.test",
          payload,
          created_at: at,
          next_try_at: at,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return {
        answer: { deliveryId: id },
        entry: { subject: webhookId, details: { host: hostOf(row.url) } },
      };
    },
    remove: async ({ input: { webhookId }, caller, tx }) => {
      const row = await getWebhook(tx, caller.companyId, webhookId);
      await tx
        .deleteFrom("app.webhooks")
        .where("company_id", "=", caller.companyId)
        .where("id", "=", webhookId)
        .execute();
      return { answer: { id: webhookId }, entry: { subject: webhookId, details: { host: hostOf(row.url) } } };
    },
    deliveries: async ({ input, tx }) => {
      await getWebhook(tx, input.companyId, input.webhookId);
      return await listDeliveries(tx, input.companyId, input.webhookId);
    },
    sendAgain: async ({ input: { webhookId, deliveryId }, caller, tx }) => {
      const row = await getWebhook(tx, caller.companyId, webhookId);
      const before = await getDelivery(tx, caller.companyId, webhookId, deliveryId);
      if (!row.active) refuse("webhook-off");
      await tx
        .updateTable("app.webhook_deliveries")
        // From the first attempt on: also what had failed for good gets its whole schedule again.
        .set({ state: "waiting", attempts: 0, next_try_at: now() })
        .where("company_id", "=", caller.companyId)
        .where("id", "=", deliveryId)
        .execute();
      return {
        answer: await getDelivery(tx, caller.companyId, webhookId, deliveryId),
        entry: { subject: webhookId, details: { host: hostOf(row.url), event: before.event, delivery: deliveryId } },
      };
    },
  };
}
