import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { applyFields } from "#domain/registers/record-changes.ts";
import type { FieldChange } from "#domain/registers/record-changes.ts";
import { recordState } from "#domain/registers/register.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import type { SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import { hmacSha256 } from "#server/hmac.ts";
import { isReadByAll } from "#server/registers/ledger-lines.ts";
import { SCREENING_PAGES } from "#domain/registers/screenings.ts";
import { differingScreenings } from "./replayed-screenings.ts";
import { unheldChanges } from "./unheld-changes.ts";

/** Asks the database as its administrator. */
export type Ask = (text: string, values?: unknown[]) => Promise<any[]>;

/** A change of a record as it was kept. */
export interface Change {
  readonly record_id: string;
  readonly number: number;
  readonly version: number;
  readonly register: string;
  readonly kind: "added" | "changed" | "ended" | "reopened" | "approved" | "unapproved";
  readonly changes: readonly FieldChange[];
  readonly changed_by: string;
  readonly changed_at: Date;
  readonly salt: Buffer;
  readonly ledger_index: number;
}

/** What a record came to by its changes alone. */
export interface Replayed {
  readonly number: number;
  readonly version: number;
  readonly fields: RecordFields;
  readonly salt: Buffer;
  readonly changedAt: Date;
  readonly authors: readonly string[];
  readonly approval: { readonly at: string; readonly another: boolean } | null;
  /** When it was ended, by whom, and who approved that afterwards. */
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  readonly endApproval: { readonly at: string; readonly another: boolean } | null;
  readonly approvedBefore: boolean;
  /** How the day that it promises was moved. */
  readonly moved: readonly { readonly from: unknown; readonly to: unknown; readonly at: string }[];
}

/** What a replay of a company found. */
export interface Replay {
  /** Changes, and those whose entry of the ledger does not hold them. */
  readonly changes: number;
  readonly unheld: readonly string[];
  /** Sealed snapshots, rows of records in them, and rows that a replay makes otherwise. */
  readonly snapshots: number;
  readonly rows: number;
  readonly differing: readonly string[];
  /** What rows say that not every one does. */
  readonly said: ReadonlySet<string>;
}

/** Rebuilds the registers of a company at each of its snapshots from changes alone, and holds each change to its entry of the ledger. */
export async function replayRegisters(ask: Ask, company: string): Promise<Replay> {
  const changes: Change[] = (
    await ask(
      `SELECT c.record_id, r.number, c.version, c.register, c.kind, c.changes, c.changed_by, c.changed_at, c.salt, c.ledger_index
        FROM app.record_changes c JOIN app.records r ON r.company_id = c.company_id AND r.id = c.record_id
        WHERE c.company_id = $1 AND c.matter_id IS NULL ORDER BY c.ledger_index, c.record_id, c.version`,
      [company],
    )
  ).map((row) => ({ ...row, number: Number(row.number), ledger_index: Number(row.ledger_index) }));
  const runs = await ask(
    "SELECT ledger_index, pages FROM app.register_runs WHERE company_id = $1 ORDER BY ledger_index",
    [company],
  );
  const records = new Map<string, Replayed & { readonly register: Register }>();
  const differing: string[] = [];
  const said = new Set<string>();
  let [next, rows] = [0, 0];
  for (const run of runs) {
    const until = Number(run.ledger_index);
    for (; next < changes.length && changes[next]!.ledger_index < until; next += 1) apply(records, changes[next]!);
    const pages = await ask(
      "SELECT sha256, content FROM app.snapshot_pages WHERE company_id = $1 AND sha256 = ANY ($2)",
      [company, run.pages],
    );
    const sealed = new Map<string, SnapshotRow>();
    const screened: SnapshotRow[] = [];
    for (const { content } of pages) {
      const page = JSON.parse(content) as SnapshotPage;
      const register = findRegister(page.register);
      if (register && isReadByAll(register)) for (const row of page.rows) sealed.set(row.id, row);
      if (page.register === SCREENING_PAGES) screened.push(...page.rows);
    }
    for (const row of sealed.values()) {
      if (row.moved && row.moved.length > 0) said.add("moved");
      if (row.endApproval) said.add("endApproval");
      if (row.approvedBefore) said.add("approvedBefore");
    }
    if (screened.length > 0) said.add("screenings");
    const screenings = [...records].filter(([, { register }]) => register.key === "screenings");
    rows += screenings.length;
    differing.push(...differingScreenings(screenings, screened).map((what) => `${until} ${what}`));
    const open = [...records].filter(([, { register }]) => isReadByAll(register));
    rows += open.length;
    if (open.length !== sealed.size) differing.push(`${until}: ${open.length} records, ${sealed.size} sealed`);
    for (const [id, record] of open) {
      const [mine, theirs] = [rowOf(id, record), sealed.get(id) && own(sealed.get(id)!)];
      if (JSON.stringify(mine) !== JSON.stringify(theirs))
        differing.push(
          `${until} ${record.register.key} ${record.number}: ${JSON.stringify(mine)} ${JSON.stringify(theirs)}`,
        );
    }
  }
  const unheld = await unheldChanges(ask, company, changes);
  return { changes: changes.length, unheld, snapshots: runs.length, rows, differing, said };
}

type Was = Omit<Replayed, "number" | "version" | "salt" | "changedAt">;
const nothing: Was = {
  fields: {},
  authors: [],
  approval: null,
  endedAt: null,
  endedBy: null,
  endApproval: null,
  approvedBefore: false,
  moved: [],
};

function apply(records: Map<string, Replayed & { readonly register: Register }>, change: Change): void {
  const { record_id: id, number, version, kind, salt, changed_by: by, changed_at: at } = change;
  const register = findRegister(change.register)!;
  const before = records.get(id);
  const was: Was = before ?? nothing;
  const after = Object.fromEntries(change.changes.map(({ field, after: value }) => [field, value]));
  const isApprovedByOther = was.approval?.another ?? false;
  const rewrites = change.changes.length > 0;
  const kept = kind === "reopened" || !isApprovedByOther ? was.authors : [];
  records.set(id, {
    register,
    number,
    version,
    salt,
    changedAt: at,
    fields: applyFields(was.fields, after),
    authors: rewrites || kind === "reopened" ? [...new Set([...kept, by])] : was.authors,
    approval:
      // An end is approved, too, and that is no approval of what it says.
      kind === "approved" && was.endedAt === null
        ? { at: at.toISOString(), another: !was.authors.includes(by) }
        : rewrites || kind === "reopened" || kind === "unapproved"
          ? null
          : was.approval,
    endedAt: kind === "ended" ? at : kind === "reopened" ? null : was.endedAt,
    endedBy: kind === "ended" ? by : kind === "reopened" ? null : was.endedBy,
    endApproval:
      kind === "approved" && was.endedAt !== null
        ? { at: at.toISOString(), another: was.endedBy !== by }
        : kind === "ended" || kind === "reopened"
          ? null
          : was.endApproval,
    approvedBefore: was.approvedBefore || was.approval !== null,
    moved: kind === "added" ? [] : [...was.moved, ...movesIn(register, change)],
  });
}

/** Days that a change moved from one to another, of those that the register promises. */
const movesIn = (register: Register, { changes, changed_at: at }: Change) =>
  changes
    .filter(({ field, before, after }) => register.fields[field]?.promised && before !== null && after !== null)
    .map(({ before: from, after: to }) => ({ from, to, at: at.toISOString() }));

/**
 * A row as a page has it, without what is read from elsewhere: accounts and whose they are, withdrawn exhibits, confirmations, and whether
 * anybody else could have approved an end when it was made.
 */
function rowOf(id: string, record: Replayed & { readonly register: Register }) {
  const { register, fields, salt, approval, endedAt, endApproval, approvedBefore, moved, number, version, changedAt } =
    record;
  const said = Object.entries(fields).map(([name, value]) => {
    const field = register.fields[name];
    const isHidden = !field || field.personal === true || field.confidential === true;
    return [
      name,
      isHidden ? { sha256: hmacSha256(salt, canonicalJson(value as CanonicalValue), "hex") } : value,
    ] as const;
  });
  const state = recordState(register, { ended: endedAt !== null, approved: approval !== null });
  return own({
    id,
    number,
    version,
    state,
    fields: Object.fromEntries(said),
    approval,
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    ...(endedAt && register.rights.approve && { endApproval }),
    ...(approvedBefore && { approvedBefore }),
    ...(Object.values(register.fields).some(({ promised }) => promised) && { moved }),
    ...(register.dated && { changedAt: changedAt.toISOString() }),
  });
}

type OwnRow = Omit<SnapshotRow, "withdrawn" | "account" | "moved"> & {
  readonly moved?: readonly { readonly from: unknown; readonly to: unknown; readonly at: string }[];
};
const own = (row: OwnRow) => ({
  id: row.id,
  number: row.number,
  version: row.version,
  state: row.state,
  fields: Object.fromEntries(Object.entries(row.fields).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  approval: row.approval && { at: row.approval.at, another: row.approval.another },
  endedAt: row.endedAt ?? null,
  // Whoever ended it approved that at once, where nobody else could.
  endApproval:
    row.endApproval && (row.endApproval.another || row.endApproval.at !== row.endedAt)
      ? { at: row.endApproval.at, another: row.endApproval.another }
      : null,
  approvedBefore: row.approvedBefore ?? false,
  moved: row.moved?.map(({ from, to, at }) => ({ from, to, at })) ?? null,
  changedAt: row.changedAt ?? null,
});
