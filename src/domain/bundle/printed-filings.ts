import { formatExhibitNumber } from "../exhibit-number.ts";
import { REGISTERS } from "../registers/snapshot.ts";
import type { Filing } from "./check-exhibits.ts";
import type { FactsInput } from "./verdict-line.ts";

/**
 * Facts with what the ledger proves of filings: an item that was filed under the name of the registers is printed from them, and counts only
 * while they are confirmed, whatever its issuer says. What is no list of filings is left to the judge to refuse.
 */
export function withPrinted(facts: FactsInput, proved: ReadonlyMap<string, Filing>): FactsInput {
  // An issuer may have sealed anything as facts.
  const filings: unknown = (facts as FactsInput | null)?.filings;
  if (!Array.isArray(filings)) return facts;
  const isPrinted = (filing: unknown) => {
    const number = (filing as { readonly number?: unknown } | null)?.number;
    if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 1) return false;
    return proved.get(formatExhibitNumber(number))?.source?.startsWith(REGISTERS) === true;
  };
  return { ...facts, filings: facts.filings.map((own) => (isPrinted(own) ? { ...own, printed: true } : own)) };
}
