import { readLimits } from "./read-limits.ts";
import { readUsageOfCompanies } from "./read-usage-of-companies.ts";
import type { Services } from "../app/services.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

export function limitHandlers({ now }: Services): HandlersOf<"limits"> {
  return { list: ({ tx }) => readLimits(tx, now()), companies: ({ tx }) => readUsageOfCompanies(tx) };
}
