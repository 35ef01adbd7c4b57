import { randomUUID } from "node:crypto";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Keys } from "../keys/keys.ts";
import type { Egress } from "../outbound/egress.ts";
import { fail } from "../app-error.ts";
import { sealedSecret } from "./sealed-secret.ts";
import { getWebhook, hostOf, presentWebhook } from "./webhook-list.ts";

interface Deps {
  readonly keys: Keys;
  readonly egress: Pick<Egress, "accepts">;
  readonly now: () => Date;
}

/** Makes a webhook; its secret is in the answer and is not told again. Refuses `webhook-address`. */
export function createWebhook({ keys, egress, now }: Deps): HandlersOf<"webhooks">["create"] {
  return async ({ input, caller, tx }) => {
    if (!egress.accepts(input.url)) fail("webhook-address");
    const id = randomUUID();
    const { text, sealed } = sealedSecret(keys, caller.companyId, id);
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
      answer: { webhook: presentWebhook(await getWebhook(tx, caller.companyId, id)), secret: text },
      entry: { subject: id, details: { host: hostOf(input.url), events: input.events } },
    };
  };
}
