import { readLimits } from "../limits/read-limits.ts";
import { readUsageOfCompanies } from "../limits/read-usage-of-companies.ts";
import type { Services } from "../services.ts";
import type { HandlersOf } from "./handlers.ts";

export function limitHandlers({ now }: Services): HandlersOf<"limits"> {
  return { list: ({ tx }) => readLimits(tx, now()), companies: ({ tx }) => readUsageOfCompanies(tx) };
}
