import { sql } from "kysely";
import type * as z from "zod";
import { findRegister } from "#catalog/registers/index.ts";
import type { contract } from "#contract/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { isRecorded, proposedSystem } from "#domain/registers/proposals.ts";
import type { Proposal, StandingRecord } from "#domain/registers/proposals.ts";
import type { Tx } from "../db/as-caller.ts";
import { listSystems } from "../systems/system-list.ts";
import { readDismissed } from "../registers/read-dismissed.ts";
import { readNamedDevices } from "./read-named-devices.ts";
import type { Found } from "./read-named-devices.ts";

type Presented = z.input<typeof contract.proposals.list.output>[number];

/** What is proposed for a register and that no record says already, besides those of `batch`; with what was dismissed of it. */
export async function readProposals(
  tx: Tx,
  companyId: string,
  register: string,
  now: Date,
  batch: string | null = null,
): Promise<Presented[]> {
  const found =
    register === "systems" ? await ofSystems(tx, companyId, now) : await ofExhibits(tx, companyId, register);
  const named = register === "devices" ? await readNamedDevices(tx, companyId, batch) : [];
  if (found.length + named.length === 0) return [];
  const records = await readStanding(tx, companyId, register, batch);
  const dismissed = await readDismissed(tx, companyId, register);
  const today = now.toISOString().slice(0, 10);
  const left = found.filter(({ proposal }) => !isRecorded(proposal, records, today));
  // Two connections may know the same application.
  const once = [...new Map(left.map((each) => [each.proposal.key, each])).values(), ...named];
  return once
    .map(({ proposal: { key, title, detail, fields }, seen, namedBy = null }) => ({
      key,
      title,
      detail,
      fields: fields as Presented["fields"],
      seen,
      namedBy,
      dismissed: dismissed.has(key),
    }))
    .toSorted((a, b) => (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1));
}

/** How many are proposed for each of these registers and not dismissed. */
export async function countProposals(tx: Tx, companyId: string, registers: readonly string[], now: Date) {
  const counts = new Map<string, number>();
  for (const register of registers) {
    const all = await readProposals(tx, companyId, register, now);
    counts.set(register, all.filter(({ dismissed }) => !dismissed).length);
  }
  return counts;
}

async function ofSystems(tx: Tx, companyId: string, now: Date): Promise<readonly Found[]> {
  const { systems } = await listSystems(tx, companyId, now);
  return systems
    .filter(({ outOfScope }) => outOfScope === null)
    .map((system) => ({ proposal: proposedSystem(system), seen: null }));
}

interface Row {
  readonly proposals: readonly Proposal[];
  readonly source: string;
  readonly number: number;
  readonly seen_at: Date;
}

/** What the lists of connections that are not disconnected propose. */
async function ofExhibits(tx: Tx, companyId: string, register: string): Promise<readonly Found[]> {
  const { rows } = await sql<Row>`SELECT l.proposals, k.source, e.number::integer AS number, l.seen_at
    FROM app.proposal_lists l
    JOIN app.connections k ON k.company_id = l.company_id AND k.id = l.connection_id AND k.state <> 'disconnected'
    JOIN app.evidence e ON e.company_id = l.company_id AND e.id = l.evidence_id AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
    WHERE l.company_id = ${companyId} AND l.register = ${register} AND k.source IS NOT NULL ORDER BY k.source, k.id`.execute(
    tx,
  );
  return rows.flatMap(({ proposals, source, number, seen_at: at }) =>
    proposals.map((proposal) => ({
      proposal,
      seen: { source, exhibit: formatExhibitNumber(number), at: at.toISOString() },
    })),
  );
}

async function readStanding(
  tx: Tx,
  companyId: string,
  register: string,
  batch: string | null,
): Promise<readonly StandingRecord[]> {
  const { fields } = findRegister(register)!;
  const asked = ["name", "applications", "systemId", "subject", "kind", "expiresOn"].filter((name) => name in fields);
  const { rows } = await sql<StandingRecord>`SELECT jsonb_strip_nulls((SELECT jsonb_object_agg(f, r.fields -> f)
      FROM unnest(${asked}::text[]) f)) AS fields, r.ended_reason AS "endedReason"
    FROM app.records r WHERE r.company_id = ${companyId} AND r.register = ${register}
      AND (${batch}::uuid IS NULL OR r.batch_id IS DISTINCT FROM ${batch}::uuid)`.execute(tx);
  return rows;
}
