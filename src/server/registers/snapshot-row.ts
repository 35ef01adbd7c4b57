import { sql } from "kysely";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { hmacSha256 } from "../hmac.ts";
import { stateOf } from "./record-rows.ts";
import { countedFrom } from "./record-row.ts";
import type { RecordRow } from "./record-row.ts";

/** What no page says. */
type Unsaid = "created_by" | "changed_by" | "ended_reason" | "about_id" | "end_approved_by" | "discovery_seen";

/** A record with its register, and the salt of its version. */
export type HeldRow = Omit<RecordRow, Unsaid> & { readonly register: string; readonly salt: Buffer };

export const heldColumns = sql`r.id, r.number, r.fields, r.version, r.created_at, r.changed_at, r.authors, r.approved_by, r.approved_at,
  r.approved_alone, r.ended_at, r.approved_before, r.end_approved_at, r.end_approved_alone, r.matter_id, r.discovered_first,
  r.discovery_approved_by, r.discovery_approved_at, r.discovery_authors, r.register, r.salt`;

/** Who is who among those with an account in Exhibit. */
export interface Known {
  /** The addresses of those who have one. */
  readonly accounts: ReadonlySet<string>;
  /** Whether two accounts are one person's, for what was done then. */
  readonly isSamePerson: (a: string, b: string, at: Date) => boolean;
  /** Whether who approved the end of a record ended it by another account, or alone while somebody else could look for a month since. */
  readonly isEndOpen: (recordId: string) => boolean;
  /** Whether whoever approved an acceptance is who said that its risk is accepted. */
  readonly isAcceptedBySame: (recordId: string) => boolean;
  /** How the day that a record promises was moved; undefined where it was not. */
  readonly movedOf: (recordId: string) => SnapshotRow["moved"];
}

/** A record as a page has it. Who has two accounts is nobody else: what they approved with the other one, they approved alone. */
export function rowOf(
  register: Register,
  row: HeldRow,
  { accounts, isSamePerson, isEndOpen, isAcceptedBySame, movedOf }: Known,
  more: Pick<SnapshotRow, "withdrawn" | "types" | "accounts" | "confirmed" | "firstStart" | "endSaidAt" | "holderSays">,
): SnapshotRow {
  const isPromise = Object.values(register.fields).some(({ promised }) => promised);
  const discoveredFirst = countedFrom({ ...row, discovery_seen: isDiscoverySeen(row, isSamePerson) });
  const email = register.key === "people" ? row.fields["email"] : undefined;
  return {
    id: row.id,
    number: Number(row.number),
    version: row.version,
    state: stateOf(register, row),
    ...(row.ended_at && { endedAt: row.ended_at.toISOString() }),
    ...(row.approved_before && { approvedBefore: true as const }),
    ...(row.ended_at &&
      register.rights.approve && {
        endApproval:
          row.end_approved_at && !isEndOpen(row.id)
            ? { at: row.end_approved_at.toISOString(), another: !row.end_approved_alone }
            : null,
      }),
    ...(discoveredFirst !== undefined && { discoveredFirst }),
    fields: hidden(register, row.fields, row.salt),
    approval: row.approved_at
      ? { at: row.approved_at.toISOString(), another: isAnother(row, isSamePerson) && !isAcceptedBySame(row.id) }
      : null,
    ...more,
    ...(isPromise && { moved: movedOf(row.id) ?? [] }),
    ...(register.dated && { changedAt: row.changed_at.toISOString() }),
    account: typeof email === "string" ? accounts.has(email.toLowerCase()) : null,
  };
}

/** Whether somebody approved a record who wrote none of it, with whichever account. */
export const isAnother = (
  { approved_by: by, approved_at: at, approved_alone: alone, authors }: HeldRow,
  isSame: Known["isSamePerson"],
): boolean => !alone && by !== null && at !== null && !authors.some((author) => isSame(author, by, at));

/** Whether somebody approved when an incident was discovered who wrote none of it, with whichever account. */
const isDiscoverySeen = (
  { discovery_approved_by: by, discovery_approved_at: at, discovery_authors: authors }: HeldRow,
  isSame: Known["isSamePerson"],
): boolean => by !== null && at !== null && !(authors ?? []).some((author) => isSame(author, by, at));

/** What is personal or confidential leaves its register as a salted hash. */
function hidden(register: Register, fields: RecordFields, salt: Buffer): SnapshotRow["fields"] {
  const said: Record<string, SnapshotRow["fields"][string]> = {};
  for (const name of inOrder(register, fields)) {
    const value = fields[name]!;
    const { personal, confidential } = register.fields[name] ?? { personal: true };
    if (personal || confidential)
      said[name] = { sha256: hmacSha256(salt, canonicalJson(value as CanonicalValue), "hex") };
    else said[name] = value;
  }
  return said;
}

const ordered = new WeakMap<Register, readonly string[]>();

/** The names of these fields as a page's text has them, which then need no sorting; what a register no longer has stands behind them. */
function inOrder(register: Register, fields: RecordFields): readonly string[] {
  const known = ordered.get(register) ?? Object.keys(register.fields).toSorted();
  ordered.set(register, known);
  const names = known.filter((name) => fields[name] !== undefined);
  const all = Object.keys(fields);
  return names.length === all.length ? names : [...names, ...all.filter((name) => !(name in register.fields))];
}
