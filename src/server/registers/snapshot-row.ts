import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { hmacSha256 } from "../hmac.ts";
import { stateOf } from "./record-rows.ts";
import type { RecordRow } from "./record-rows.ts";

/** A record with its register, and the salt of its version. */
export type HeldRow = RecordRow & { readonly register: string; readonly salt: Buffer };

/** A record as a page has it; `accounts` are the addresses of those who have one in Exhibit. */
export function rowOf(
  register: Register,
  row: HeldRow,
  accounts: ReadonlySet<string>,
  more: Pick<SnapshotRow, "withdrawn" | "accounts" | "confirmed">,
): SnapshotRow {
  const email = register.key === "people" ? row.fields["email"] : undefined;
  return {
    id: row.id,
    number: Number(row.number),
    version: row.version,
    state: stateOf(register, row),
    ...(row.ended_at && { endedAt: row.ended_at.toISOString() }),
    ...(row.ended_at &&
      register.rights.approve && {
        endApproval: row.end_approved_at
          ? { at: row.end_approved_at.toISOString(), another: !row.end_approved_alone }
          : null,
      }),
    fields: hidden(register, row.fields, row.salt),
    approval: row.approved_at ? { at: row.approved_at.toISOString(), another: !row.approved_alone } : null,
    ...more,
    ...(register.dated && { changedAt: row.changed_at.toISOString() }),
    account: typeof email === "string" ? accounts.has(email.toLowerCase()) : null,
  };
}

/** What is personal or confidential leaves its register as a salted hash. */
function hidden(register: Register, fields: RecordFields, salt: Buffer): SnapshotRow["fields"] {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const { personal, confidential } = register.fields[name] ?? { personal: true };
      if (!personal && !confidential) return [name, value];
      const sha256 = hmacSha256(salt, canonicalJson(value as CanonicalValue), "hex");
      return [name, { sha256 }];
    }),
  );
}
