import type { HandlersOf } from "../endpoints/handler.ts";
import type { Egress } from "../outbound/egress.ts";
import { fail } from "../app-error.ts";
import { getWebhook, hostOf, presentWebhook } from "./webhook-list.ts";

interface Deps {
  readonly egress: Egress;
}

/** Changes where a webhook sends to, what of, or whether it does. Refuses `webhook-address` and `not-found`. */
export function changeWebhook({ egress }: Deps): HandlersOf<"webhooks">["change"] {
  return async ({ input: { url, events, active, webhookId }, caller, tx }) => {
    const before = await getWebhook(tx, caller.companyId, webhookId);
    if (url !== undefined && !egress.accepts(url)) fail("webhook-address");
    await tx
      .updateTable("app.webhooks")
      // What is not asked for stays as it is in that moment: the worker may be turning it off.
      .set({ url: url ?? before.url, events: events ?? before.events, ...(active === undefined ? {} : { active }) })
      .where("company_id", "=", caller.companyId)
      .where("id", "=", webhookId)
      .execute();
    const row = await getWebhook(tx, caller.companyId, webhookId);
    return {
      answer: presentWebhook(row),
      entry: { subject: webhookId, details: { host: hostOf(row.url), events: row.events, active: row.active } },
    };
  };
}
