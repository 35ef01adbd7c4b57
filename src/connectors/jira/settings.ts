import * as z from "zod";
import { isTimeZone } from "#domain/working-days.ts";
import { defaults } from "./company-settings.ts";

const jql = z
  .string()
  .max(2_000)
  .refine((text) => !/\border\s+by\b/i.test(text), "Leave out ORDER BY: the order does not matter here.")
  .default("");
const names = z.array(z.string().min(1).max(200)).max(50);

/** What Jira cannot know: which tickets mean what. Without its JQL a check does not apply, and says so. */
export const settings = z.strictObject({
  changeJql: jql,
  accessJql: jql,
  leaverJql: jql,
  vulnerabilityJql: jql,
  approvalStatuses: names.default([]),
  serviceDeskApprovals: z.boolean().default(false),
  requiredFields: z
    .array(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, "Enter ids of fields, such as customfield_10042."))
    .max(20)
    .default([]),
  limits: z
    .array(z.string().regex(/^[^:]{1,60}:\s*\d{1,4}$/, "Enter a priority, a colon and days, such as High: 30."))
    .max(20)
    .default([...defaults.limits]),
  timeZone: z.string().refine(isTimeZone, "Enter a time zone, such as America/New_York.").default(defaults.timeZone),
  adminGroups: names.default([]),
  days: z.number().int().min(90).max(365).default(defaults.days),
});
