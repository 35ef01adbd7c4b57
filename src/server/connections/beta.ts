import { providers } from "#catalog/providers.ts";
import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";

/** Providers that are shown to companies that try them out. */
export const inBeta = new Set(providers.filter(({ beta }) => beta).map(({ key }) => key));

/** Whether the company tries them out. */
export async function hasBeta(tx: Tx): Promise<boolean> {
  return (await callFunction(tx, "app.has_feature", ["integrations-beta"])) === true;
}
