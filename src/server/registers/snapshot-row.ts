import { sql } from "kysely";
import { registers } from "#catalog/registers/index.ts";
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
export interface HeldRow extends Omit<RecordRow, Unsaid | "created_at" | "changed_at"> {
  readonly register: string;
  readonly salt: Buffer;
  /** Of people alone. */
  readonly created_at: Date | null;
  /** Of registers that ask when a record was changed last. */
  readonly changed_at: Date | null;
}

const dated = registers.flatMap(({ key, dated: isDated }) => (isDated ? [key] : []));

export const heldColumns = sql`r.id, r.number, r.fields, r.version, CASE WHEN r.register = 'people' THEN r.created_at END AS created_at,
  CASE WHEN r.register = ANY (${dated}) THEN r.changed_at END AS changed_at, r.authors, r.approved_by, r.approved_at,
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

type Beside = "withdrawn" | "types" | "made" | "accounts" | "confirmed" | "firstStart" | "endSaidAt" | "holderSays";
/** What of a row is read beside its record. */
export type ReadBeside = { -readonly [Name in keyof Pick<SnapshotRow, Beside>]: SnapshotRow[Name] };

/** A record as a page has it. Who has two accounts is nobody else: what they approved with the other one, they approved alone. */
export function rowOf(register: Register, row: HeldRow, known: Known, beside: Readonly<ReadBeside>): SnapshotRow {
  const { accounts, isSamePerson, isEndOpen, isAcceptedBySame, movedOf } = known;
  const email = register.key === "people" ? row.fields["email"] : undefined;
  // Its names come as the text of a page has them: of a company with every register full, sorting them took longer than writing them.
  const said: { -readonly [Name in keyof SnapshotRow]?: SnapshotRow[Name] } = {};
  said.account = typeof email === "string" ? accounts.has(email.toLowerCase()) : null;
  if (beside.accounts) said.accounts = beside.accounts;
  said.approval = row.approved_at
    ? { another: isAnother(row, isSamePerson) && !isAcceptedBySame(row.id), at: row.approved_at.toISOString() }
    : null;
  if (row.approved_before) said.approvedBefore = true;
  if (register.dated) said.changedAt = row.changed_at!.toISOString();
  if (beside.confirmed) said.confirmed = beside.confirmed;
  if (row.discovered_first !== null) {
    const first = countedFrom({ ...row, discovery_seen: isDiscoverySeen(row, isSamePerson) });
    if (first !== undefined) said.discoveredFirst = first;
  }
  if (row.ended_at && register.rights.approve)
    said.endApproval =
      row.end_approved_at && !isEndOpen(row.id)
        ? { another: !row.end_approved_alone, at: row.end_approved_at.toISOString() }
        : null;
  if (beside.endSaidAt !== undefined) said.endSaidAt = beside.endSaidAt;
  if (row.ended_at) said.endedAt = row.ended_at.toISOString();
  said.fields = hidden(register, row.fields, row.salt);
  if (beside.firstStart !== undefined) said.firstStart = beside.firstStart;
  if (beside.holderSays !== undefined) said.holderSays = beside.holderSays;
  said.id = row.id;
  if (beside.made) said.made = beside.made;
  if (hasPromise(register)) said.moved = movedOf(row.id) ?? [];
  said.number = Number(row.number);
  said.state = stateOf(register, row);
  if (beside.types) said.types = beside.types;
  said.version = row.version;
  said.withdrawn = beside.withdrawn;
  return said as SnapshotRow;
}

/** Whether somebody approved a record who wrote none of it, with whichever account. */
export const isAnother = (
  { approved_by: by, approved_at: at, approved_alone: alone, authors }: HeldRow,
  isSame: Known["isSamePerson"],
): boolean => !alone && by !== null && at !== null && !authors.some((author) => isSame(author, by, at));

const promising = new WeakMap<Register, boolean>();

/** Whether a record of this register promises a day. */
export function hasPromise(register: Register): boolean {
  const isKnown = promising.get(register) ?? Object.values(register.fields).some(({ promised }) => promised);
  promising.set(register, isKnown);
  return isKnown;
}

/** Whether somebody approved when an incident was discovered who wrote none of it, with whichever account. */
const isDiscoverySeen = (
  { discovery_approved_by: by, discovery_approved_at: at, discovery_authors: authors }: HeldRow,
  isSame: Known["isSamePerson"],
): boolean => by !== null && at !== null && !(authors ?? []).some((author) => isSame(author, by, at));

/** What is personal or confidential leaves its register as a salted hash. Names come as a page's text has them, which then needs no sorting. */
function hidden(register: Register, fields: RecordFields, salt: Buffer): SnapshotRow["fields"] {
  const said: Record<string, SnapshotRow["fields"][string]> = {};
  const hash = (value: RecordFields[string]) => ({
    sha256: hmacSha256(salt, canonicalJson(value as CanonicalValue), "hex"),
  });
  let count = 0;
  for (const [name, isHidden] of declared(register)) {
    const value = fields[name];
    if (value === undefined) continue;
    count += 1;
    said[name] = isHidden ? hash(value) : value;
  }
  const all = Object.keys(fields);
  // What a register no longer has stands behind them.
  if (count < all.length) for (const name of all) if (!(name in register.fields)) said[name] = hash(fields[name]!);
  return said;
}

type Declared = readonly (readonly [name: string, isHidden: boolean])[];

const known = new WeakMap<Register, Declared>();

/** The fields of a register by their names, and whether what they hold leaves it as a hash. */
function declared(register: Register): Declared {
  const found =
    known.get(register) ??
    Object.keys(register.fields)
      .toSorted()
      .map((name) => {
        const { personal, confidential } = register.fields[name]!;
        return [name, (personal ?? confidential) === true] as const;
      });
  known.set(register, found);
  return found;
}
