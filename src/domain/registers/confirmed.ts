import { canonicalJson } from "../ledger/canonical-json.ts";
import type { CanonicalValue } from "../ledger/canonical-json.ts";
import { sha256OfText } from "../sha256.ts";
import type { FieldValue, RecordFields, Register } from "./register.ts";

/** A record as it was when somebody confirmed that its register is complete. */
export interface ConfirmedRecord {
  readonly id: string;
  readonly version: number;
}

/** SHA-256 over the records that a confirmation is about, hexadecimal, as `hold_confirmation` and the ledger's entry have it. */
export function digestOfConfirmed(records: readonly ConfirmedRecord[]): string {
  // Of ids in lower case the order of letters is that of their bytes.
  const sorted = records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return sha256OfText(sorted.map(({ id, version }) => `${id} ${version}`).join("\n"));
}

/** The fields that a confirmation is about: what a record is called, unless its register says which. */
export const confirmedFields = ({ confirms, title }: Pick<Register, "confirms" | "title">): readonly string[] =>
  confirms ?? [title];

/**
 * Which of what was confirmed of a record is otherwise now, by the values of then. A value that was missing may be added: that completes a
 * record, as a new one completes its register.
 */
export function changedFields(
  register: Pick<Register, "confirms" | "title">,
  then: Readonly<Record<string, FieldValue | null>>,
  now: RecordFields,
): readonly string[] {
  const text = (value: FieldValue | null) => canonicalJson(value as CanonicalValue);
  return confirmedFields(register).filter((name) => {
    const before = then[name] ?? null;
    return before !== null && text(before) !== text(now[name] ?? null);
  });
}
