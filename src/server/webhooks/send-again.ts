import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { getDelivery } from "./delivery-log.ts";
import { getWebhook, hostOf } from "./webhook-list.ts";

interface Deps {
  readonly now: () => Date;
}

/** Sends a delivery once more. Refuses `webhook-off` and `not-found`. */
export function sendAgain({ now }: Deps): HandlersOf<"webhooks">["sendAgain"] {
  return async ({ input: { webhookId, deliveryId }, caller, tx }) => {
    const row = await getWebhook(tx, caller.companyId, webhookId);
    const before = await getDelivery(tx, caller.companyId, webhookId, deliveryId);
    if (!row.active) fail("webhook-off");
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
  };
}
