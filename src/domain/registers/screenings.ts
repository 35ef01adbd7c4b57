import { canonicalJson } from "../ledger/canonical-json.ts";
import { sha256OfText } from "../sha256.ts";
import type { FormerStarts } from "./former-start.ts";
import type { AskedSystem } from "./snapshot.ts";

/** How pages of a snapshot name screenings without what they say: no value, no number and no id of theirs is in them. */
export const SCREENING_PAGES = "sealed-screenings";
/** The register that a list of a snapshot has the records of, under the list's own name where it is any. */
export const registerOfList = (list: string): string => (list === SCREENING_PAGES ? "screenings" : list);
/** Whoever has had an account for so many days is not asked for a screening. */
export const SCREENED_DAYS = 365;

/** Somebody who is asked for a screening, and the day of their first account that it must not be later than. */
export interface AskedPerson {
  readonly personId: string;
  readonly day: string;
}

/** What the check of screenings asks beside them; absent where the company has none. */
export interface ScreeningScope {
  /** As for policies. */
  readonly identityProviders: readonly AskedSystem[] | null;
  /** Which days people were said to start on besides; older snapshots lack it, and of them it is not known who was asked. */
  readonly formerStarts: readonly FormerStarts[];
  /** SHA-256 over everybody who is asked, hexadecimal. */
  readonly asked: string;
  /** The screenings of all of them, by the ids of their rows and in no order; null where somebody has none. */
  readonly cleared: readonly string[] | null;
}

/** SHA-256 over people and the days of their first accounts, hexadecimal: which of them has which screening is not in it. */
export function digestOfAsked(asked: readonly AskedPerson[]): string {
  const lines = asked.map(({ personId, day }) => canonicalJson([personId, day]));
  return sha256OfText(`${lines.toSorted().join("\n")}\n`);
}
