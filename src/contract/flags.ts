import * as z from "zod";
import { platform, query } from "./endpoint.ts";
import { nothing } from "./fields.ts";

const flag = z.strictObject({
  key: z.string(),
  description: z.string(),
  enabled: z.boolean(),
});

export const flags = {
  list: query({
    access: "platform-admin",
    path: "/flags",
    summary: "The feature flags of this installation",
    input: nothing,
    output: z.array(flag),
    fails: ["forbidden"],
  }),
  set: platform({
    access: "platform-admin",
    path: "/flags/{key}",
    summary: "Turn a feature flag on or off",
    input: z.strictObject({ key: z.string().max(60), enabled: z.boolean() }),
    output: flag,
    fails: ["forbidden", "not-found"],
  }),
};
