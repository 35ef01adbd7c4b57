import * as z from "zod";
import { platformEndpoint } from "./endpoint.ts";
import { id, nothing, plainText } from "./fields.ts";

const override = z.strictObject({ companyId: id, company: z.string(), enabled: z.boolean() });

const flag = z.strictObject({
  key: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  /** Companies that have it otherwise. */
  overrides: z.array(override),
});

const key = z.string().max(60);
const always = ["forbidden", "second-factor-required"] as const;

export const flags = {
  list: platformEndpoint({
    method: "GET",
    path: "/flags",
    summary: "The feature flags of this installation, and the companies that have them otherwise",
    input: nothing,
    output: z.array(flag),
    fails: always,
  }),
  set: platformEndpoint({
    path: "/flags/{key}",
    summary: "Turn a feature flag on or off",
    input: z.strictObject({ key, enabled: z.boolean() }),
    output: flag,
    fails: [...always, "not-found"],
  }),
  override: platformEndpoint({
    path: "/flags/{key}/override",
    summary: "Turn a feature on or off for one company; null has it as the installation has it",
    input: z.strictObject({ key, companyId: id, enabled: z.boolean().nullable() }),
    output: flag,
    fails: [...always, "not-found"],
  }),
  companies: platformEndpoint({
    method: "GET",
    path: "/installation/companies",
    summary: "Companies whose name holds a text: their names, plans and numbers of members, twenty at most",
    input: z.strictObject({ search: plainText(120).default("") }),
    output: z.array(z.strictObject({ id, name: z.string(), plan: z.string(), members: z.number().int() })),
    fails: always,
  }),
};
