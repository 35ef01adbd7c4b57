import type { HandlersOf } from "../endpoints/handler.ts";
import type { Keys } from "../keys/keys.ts";
import { sealedSecret } from "./sealed-secret.ts";
import { getWebhook, hostOf, presentWebhook } from "./webhook-list.ts";

interface Deps {
  readonly keys: Keys;
}

/** Gives a webhook a new secret; the one before signs beside it for a day. Refuses `not-found`. */
export function rollSecret({ keys }: Deps): HandlersOf<"webhooks">["rollSecret"] {
  return async ({ input: { webhookId }, caller, tx }) => {
    const row = await getWebhook(tx, caller.companyId, webhookId);
    const { text, sealed } = sealedSecret(keys, caller.companyId, webhookId);
    await tx
      .updateTable("app.webhooks")
      .set({ sealed_secret: sealed })
      .where("company_id", "=", caller.companyId)
      .where("id", "=", webhookId)
      .execute();
    return {
      answer: { webhook: presentWebhook(row), secret: text },
      entry: { subject: webhookId, details: { host: hostOf(row.url) } },
    };
  };
}
