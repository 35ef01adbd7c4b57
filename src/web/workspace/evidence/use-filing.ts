import { useSyncExternalStore } from "react";
import { filingOf, onFiling } from "./filing-store.ts";
import type { Filing } from "./filing-store.ts";

/** The files on their way into a company's ledger, wherever they were chosen. */
export function useFiling(companyId: string): Filing {
  return useSyncExternalStore(
    onFiling,
    () => filingOf(companyId),
    () => filingOf(companyId),
  );
}
