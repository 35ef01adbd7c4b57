import { createHash } from "node:crypto";
import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";
import { INSTALLATION_NAME } from "../installation.ts";
import { changesOf } from "./item-changes.ts";
import type { getItem } from "./open-item.ts";
import type { Erasure, Withdrawal } from "./withdrawn.ts";

type Item = Awaited<ReturnType<typeof getItem>>;

interface Version {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly filed_at: Date;
  readonly filed_by: string;
  readonly ledger_index: number;
}

/** The item whose place this one took, and the one that took its place, as far as the caller sees them. */
export async function versionsOf(tx: Tx, companyId: string, item: Item) {
  const { rows } = await sql<Version & { newer: boolean }>`
    SELECT v.id, v.number, v.name, v.filed_at, v.filed_by, v.ledger_index, v.supersedes IS NOT DISTINCT FROM ${item.id}::uuid AS newer
    FROM app.evidence v WHERE v.company_id = ${companyId} AND (v.supersedes = ${item.id} OR v.id = ${item.supersedes})`.execute(
    tx,
  );
  return { older: rows.find(({ newer }) => !newer), newer: rows.find(({ newer }) => newer) };
}

/** A version as the API names it. */
export function presentVersion(version: Version | undefined) {
  if (!version) return null;
  const { id, number, name, filed_at: filedAt } = version;
  return { id, exhibit: formatExhibitNumber(number), name, filedAt: filedAt.toISOString() };
}

interface CustodyFacts {
  readonly newer: Version | undefined;
  /** Who gave its privilege up, and why. */
  readonly waived: { readonly at: string; readonly by: string; readonly reason: string } | null;
  readonly withdrawals: readonly Withdrawal[];
  readonly erasure: Erasure;
}

interface CustodyEvent {
  readonly at: Date;
  readonly event: string;
  readonly by: string;
  readonly hash: string;
  /** What the hash is of. */
  readonly of: "content" | "entry";
  readonly detail: string;
}

/** Everything the ledger says of an item, in the order in which it happened. */
export async function custodyOf(
  tx: Tx,
  companyId: string,
  item: Item,
  { newer, waived, withdrawals, erasure }: CustodyFacts,
) {
  const filed = await readEntry(tx, companyId, item.ledger_index, item.filed_by);
  const { rows: signed } = await sql<{
    created_at: Date;
    size: number;
  }>`SELECT created_at, size FROM app.ledger_checkpoints
    WHERE company_id = ${companyId} AND size > ${item.ledger_index} ORDER BY generation DESC, size LIMIT 1`.execute(tx);
  const events: CustodyEvent[] = [
    {
      at: item.collected_at,
      event: "Collected",
      by: filed.by,
      hash: item.sha256.toString("hex"),
      of: "content",
      detail: `${item.source}. ${item.collector}.`,
    },
    {
      at: item.filed_at,
      event: "Sealed",
      by: "Exhibit",
      hash: filed.hash,
      of: "entry",
      detail: `Written to the ledger as leaf ${item.ledger_index}.`,
    },
    ...signed.map(({ created_at: at, size }): CustodyEvent => ({
      at,
      event: "Signed",
      by: "Exhibit",
      hash: filed.hash,
      of: "entry",
      detail: `Covered by the signed checkpoint of size ${size}.`,
    })),
  ];
  if (waived)
    events.push({
      at: new Date(waived.at),
      event: "Privilege waived",
      by: waived.by,
      hash: item.sha256.toString("hex"),
      of: "content",
      detail: waived.reason,
    });
  const content = { hash: item.sha256.toString("hex"), of: "content" } as const;
  for (const { at, by, reason, restored } of withdrawals) {
    events.push({ at, by, event: "Withdrawn", ...content, detail: reason });
    if (restored) events.push({ ...restored, event: "Restored", ...content, detail: "It counts again." });
  }
  if (erasure) {
    const { at, by, reason, removedAt } = erasure;
    events.push({ at, by, event: "File erased", ...content, detail: reason });
    const detail = "The sealed bytes were removed from storage.";
    if (removedAt) events.push({ at: removedAt, by: INSTALLATION_NAME, event: "File removed", ...content, detail });
  }
  for (const change of await changesOf(tx, companyId, item)) events.push({ ...change, ...content });
  if (newer) {
    const entry = await readEntry(tx, companyId, newer.ledger_index, newer.filed_by);
    const detail = `${formatExhibitNumber(newer.number)} took its place. It counts for no control since.`;
    events.push({ at: newer.filed_at, event: "Superseded", by: entry.by, hash: entry.hash, of: "entry", detail });
  }
  return events
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((event) => ({ ...event, at: event.at.toISOString() }));
}

async function readEntry(tx: Tx, companyId: string, index: number, person: string) {
  const { rows } = await sql<Entry>`
    SELECT l.entry, p.first_name, p.last_name, c.id IS NOT NULL AS collected
    FROM app.ledger_entries l LEFT JOIN app.profiles p ON p.id = ${person}
      LEFT JOIN app.connections c ON c.company_id = l.company_id AND c.id = ${person}
    WHERE l.company_id = ${companyId} AND l.seq = ${index}`.execute(tx);
  const row = rows[0]!;
  return { by: nameOf(row), hash: createHash("sha256").update("\0").update(row.entry).digest("hex") };
}

interface Entry {
  readonly entry: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** By a connection, and not by a person. */
  readonly collected: boolean;
}

function nameOf({ first_name: first, last_name: last, collected }: Entry): string {
  if (collected) return INSTALLATION_NAME;
  return first === null ? "A former member" : `${first} ${last}`;
}
