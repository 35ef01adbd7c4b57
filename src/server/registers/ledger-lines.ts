import { createHash, randomBytes } from "node:crypto";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { FieldChange } from "#domain/registers/record-changes.ts";
import { fieldChanges } from "#domain/registers/record-changes.ts";
import type { FieldValue, RecordFields, Register } from "#domain/registers/register.ts";
import { hmacSha256 } from "../hmac.ts";

/** Longer texts stand in the ledger by their hash. */
const LONGEST_SAID = 500;

/** The salt of a version: whoever has it can show what a hash in the ledger stands for. */
export const newSalt = (): Buffer => randomBytes(16);

/** Whether everybody in the company reads the register. */
export const isReadByAll = ({ rights }: Register): boolean => rights.read.includes("viewer");

/**
 * What the ledger says of each changed field, as canonical JSON: its values before and after. Of what is personal or confidential, and of
 * long texts, it has the HMAC-SHA-256 of the value under the version's salt. Of a register that not everybody in the company reads it has
 * one line for all of them: which fields were changed tells of an exception.
 */
export function ledgerLines(register: Register, changes: readonly FieldChange[], salt: Buffer): string[] {
  if (!isReadByAll(register)) {
    const all = changes.map(({ field, before, after }) => ({ field, before, after }));
    return [canonicalJson({ sha256: hmacSha256(salt, canonicalJson(all), "hex") })];
  }
  return changes.map(({ field, before, after }) => {
    const declared = register.fields[field];
    const isHidden = !declared || declared.personal === true || declared.confidential === true;
    const said = (value: FieldValue | null) => {
      if (value === null) return null;
      const text = canonicalJson(value);
      return isHidden || text.length > LONGEST_SAID ? { sha256: hmacSha256(salt, text, "hex") } : value;
    };
    return canonicalJson({ field, before: said(before), after: said(after) });
  });
}

/** The labels of changed fields, of registers that everybody in the company reads. */
export const labelsOf = (register: Register, fields: readonly string[]): readonly string[] =>
  isReadByAll(register) ? fields.map((field) => register.fields[field]?.label ?? field) : [];

/** The entry's details for a change of one record. */
export function recordDetails(
  register: Register,
  record: { readonly number: string; readonly version: number; readonly salt: Buffer },
  before: RecordFields,
  after: RecordFields,
) {
  const changes = fieldChanges(before, after);
  return {
    register: register.key,
    label: register.label,
    number: record.number,
    version: record.version,
    labels: labelsOf(
      register,
      changes.map(({ field }) => field),
    ),
    changes: ledgerLines(register, changes, record.salt),
  };
}

/** SHA-256 over the lines of many records, each behind its id, in the order of ids: what an entry about all of them says. */
export function digestOfMany(
  register: Register,
  all: readonly {
    readonly id: string;
    readonly before: RecordFields;
    readonly after: RecordFields;
    readonly salt: Buffer;
  }[],
): string {
  const hash = createHash("sha256");
  for (const { id, before, after, salt } of all.toSorted((first, second) => (first.id < second.id ? -1 : 1)))
    hash.update(`${[id, ...ledgerLines(register, fieldChanges(before, after), salt)].join("\n")}\n`);
  return hash.digest("hex");
}
