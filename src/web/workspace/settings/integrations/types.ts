import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type ApiTokens = z.output<typeof contract.apiTokens.list.output>;
export type ApiToken = ApiTokens["tokens"][number];
export type Webhook = z.output<typeof contract.webhooks.list.output>[number];
export type Delivery = z.output<typeof contract.webhooks.deliveries.output>[number];
