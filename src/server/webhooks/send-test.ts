import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { getWebhook, hostOf } from "./webhook-list.ts";

interface Deps {
  readonly now: () => Date;
}

/** Sends a webhook something harmless. Refuses `webhook-off` and `not-found`. */
export function sendTest({ now }: Deps): HandlersOf<"webhooks">["test"] {
  return async ({ input: { webhookId }, caller, tx }) => {
    const row = await getWebhook(tx, caller.companyId, webhookId);
    if (!row.active) fail("webhook-off");
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
  };
}
