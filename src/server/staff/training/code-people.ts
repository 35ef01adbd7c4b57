import { providerKeys, systemsOfProvider } from "#domain/provider.ts";
import type { Tx } from "../../db/as-caller.ts";
import { callFunction } from "../../db/functions.ts";

const codeProviders = providerKeys.filter((key) => systemsOfProvider[key].includes("code"));

/**
 * The people whom `training.developers` judges, by the ids of their records: those with an account at a code hosting in scope, as it was
 * read last. Of staff none but who asks is told.
 */
export async function readCodePeople(tx: Tx, now: Date): Promise<ReadonlySet<string>> {
  return new Set(await callFunction(tx, "app.code_people", [codeProviders, now]));
}
