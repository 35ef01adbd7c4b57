import type { Keys } from "../keys/keys.ts";
import { webhookBinding } from "./deliver.ts";
import { newWebhookSecret } from "./signature.ts";

/** A new secret as its receiver is told it, and as it is kept. */
export function sealedSecret(keys: Keys, companyId: string, webhookId: string) {
  const { bytes, text } = newWebhookSecret();
  return { text, sealed: keys.wrap("webhook", bytes, webhookBinding(companyId, webhookId)) };
}
