import { readLimits } from "./read-limits.ts";
import { readUsageOfCompanies } from "./read-usage-of-companies.ts";
import type { HandlersOf } from "../endpoints/handler.ts";

interface Deps {
  readonly now: () => Date;
}

export function limitHandlers({ now }: Deps): HandlersOf<"limits"> {
  return { list: ({ tx }) => readLimits(tx, now()), companies: ({ tx }) => readUsageOfCompanies(tx) };
}
