import * as z from "zod";
import { administration } from "./endpoint.ts";
import { nothing } from "./fields.ts";

const flag = z.strictObject({
  key: z.string(),
  description: z.string(),
  enabled: z.boolean(),
});

export const flags = {
  list: administration({
    method: "GET",
    path: "/flags",
    summary: "The feature flags of this installation",
    input: nothing,
    output: z.array(flag),
    fails: ["forbidden", "second-factor-required"],
  }),
  set: administration({
    path: "/flags/{key}",
    summary: "Turn a feature flag on or off",
    input: z.strictObject({ key: z.string().max(60), enabled: z.boolean() }),
    output: flag,
    fails: ["forbidden", "second-factor-required", "not-found"],
  }),
};
