import type * as z from "zod";
import type { contract } from "#contract/index.ts";

export type Health = z.output<typeof contract.health.get.output>;

/** A queue by the name it has on the page; one that has none yet is called as the server calls it. */
export const queueNames: Readonly<Record<string, string>> = {
  mail: "Mails",
  links: "Sign-in links",
  imports: "Imported reports",
  collections: "Collections",
  webhooks: "Webhooks",
};
