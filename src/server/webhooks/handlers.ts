import type { HandlersOf } from "../endpoints/handler.ts";
import type { Keys } from "../keys/keys.ts";
import type { Egress } from "../outbound/egress.ts";
import { changeWebhook } from "./change.ts";
import { createWebhook } from "./create.ts";
import { listDeliveries } from "./delivery-log.ts";
import { rollSecret } from "./roll-secret.ts";
import { sendAgain } from "./send-again.ts";
import { sendTest } from "./send-test.ts";
import { getWebhook, hostOf, presentWebhook, readWebhooks } from "./webhook-list.ts";

interface Deps {
  readonly keys: Keys;
  readonly egress: Egress;
  readonly now: () => Date;
}

export function webhookHandlers(deps: Deps): HandlersOf<"webhooks"> {
  return {
    list: async ({ input, tx }) => (await readWebhooks(tx, input.companyId)).map(presentWebhook),
    create: createWebhook(deps),
    change: changeWebhook(deps),
    rollSecret: rollSecret(deps),
    test: sendTest(deps),
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
    sendAgain: sendAgain(deps),
  };
}
