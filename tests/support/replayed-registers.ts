import { createHash } from "node:crypto";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { applyFields } from "#domain/registers/record-changes.ts";
import type { FieldChange } from "#domain/registers/record-changes.ts";
import { recordState } from "#domain/registers/register.ts";
import type { RecordFields, Register } from "#domain/registers/register.ts";
import type { SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import { hmacSha256 } from "#server/hmac.ts";
import { digestOfMany, isReadByAll, ledgerLines } from "#server/registers/ledger-lines.ts";

/** Asks the database as its administrator. */
export type Ask = (text: string, values?: unknown[]) => Promise<any[]>;

/** A change of a record as it was kept. */
interface Change {
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
interface Replayed {
  readonly number: number;
  readonly version: number;
  readonly fields: RecordFields;
  readonly salt: Buffer;
  readonly changedAt: Date;
  readonly authors: readonly string[];
  readonly approval: { readonly at: string; readonly another: boolean } | null;
  readonly endedAt: Date | null;
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
  let [next, rows] = [0, 0];
  for (const run of runs) {
    const until = Number(run.ledger_index);
    for (; next < changes.length && changes[next]!.ledger_index < until; next += 1) apply(records, changes[next]!);
    const pages = await ask(
      "SELECT sha256, content FROM app.snapshot_pages WHERE company_id = $1 AND sha256 = ANY ($2)",
      [company, run.pages],
    );
    const sealed = new Map<string, SnapshotRow>();
    for (const { content } of pages) {
      const page = JSON.parse(content) as SnapshotPage;
      const register = findRegister(page.register);
      if (register && isReadByAll(register)) for (const row of page.rows) sealed.set(row.id, row);
    }
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
  return { changes: changes.length, unheld, snapshots: runs.length, rows, differing };
}

const nothing = { fields: {}, authors: [], approval: null, endedAt: null };

function apply(records: Map<string, Replayed & { readonly register: Register }>, change: Change): void {
  const { record_id: id, number, version, kind, salt, changed_by: by, changed_at: at } = change;
  const register = findRegister(change.register)!;
  const before = records.get(id);
  const was: Pick<Replayed, "fields" | "authors" | "approval" | "endedAt"> = before ?? nothing;
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
  });
}

/** A row as a page has it, without what is read from elsewhere: accounts, withdrawn exhibits, confirmations. */
function rowOf(id: string, record: Replayed & { readonly register: Register }) {
  const { register, fields, salt, approval, endedAt, number, version, changedAt } = record;
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
    ...(register.dated && { changedAt: changedAt.toISOString() }),
  });
}

const own = (row: Omit<SnapshotRow, "withdrawn" | "account">) => ({
  id: row.id,
  number: row.number,
  version: row.version,
  state: row.state,
  fields: Object.fromEntries(Object.entries(row.fields).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  approval: row.approval && { at: row.approval.at, another: row.approval.another },
  endedAt: row.endedAt ?? null,
  changedAt: row.changedAt ?? null,
});

/** Changes that their entry of the ledger does not hold: its leaf, its commitment, and what it says of each field. */
async function unheldChanges(ask: Ask, company: string, changes: readonly Change[]): Promise<string[]> {
  const acts = new Map<number, any>(
    (
      await ask(
        `SELECT a.seq, a.details, a.salt, e.entry, e.leaf_hash FROM app.ledger_acts a
          JOIN app.ledger_entries e ON e.company_id = a.company_id AND e.seq = a.seq WHERE a.company_id = $1`,
        [company],
      )
    ).map((row) => [Number(row.seq), row]),
  );
  const before = new Map<string, RecordFields>();
  const unheld: string[] = [];
  for (const [index, of] of Map.groupBy(changes, ({ ledger_index: at }) => at)) {
    const all = of.map((change) => {
      const was = before.get(change.record_id) ?? {};
      const after = applyFields(
        was,
        Object.fromEntries(change.changes.map(({ field, after: value }) => [field, value])),
      );
      before.set(change.record_id, after);
      return { id: change.record_id, before: was, after, salt: change.salt, change };
    });
    const act = acts.get(index);
    const leaf =
      act &&
      createHash("sha256")
        .update(Buffer.from([0]))
        .update(act.entry)
        .digest();
    const isLeaf = act !== undefined && leaf.equals(act.leaf_hash);
    const isCommitted = isLeaf && JSON.parse(act.entry).c === hmacSha256(act.salt, String(act.details), "base64");
    const details = isCommitted ? JSON.parse(act.details) : {};
    const register = findRegister(of[0]!.register)!;
    const isSaid =
      typeof details.digest === "string"
        ? details.digest === digestOfMany(register, all)
        : of.length === 1 &&
          details.version === of[0]!.version &&
          (of[0]!.changes.length === 0 ||
            JSON.stringify(details.changes) === JSON.stringify(ledgerLines(register, of[0]!.changes, of[0]!.salt)));
    if (!isCommitted || !isSaid)
      unheld.push(...of.map(({ register: key, number, version }) => `${index} ${key} ${number} v${version}`));
  }
  return unheld;
}
