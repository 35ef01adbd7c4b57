import { sql } from "kysely";
import { wishedExceptions } from "#connectors/wished-exceptions.ts";
import { proposalsIn, proposedRegisters } from "#domain/registers/proposals.ts";
import type { Tx } from "../db/as-caller.ts";
import type { ReadExhibit } from "./read-collections.ts";

/** Writes down what the newest exhibits propose for registers, where another exhibit says it than before. */
export async function writeProposals(tx: Tx, companyId: string, read: readonly ReadExhibit[]): Promise<void> {
  const { rows } = await sql<{ connection: string; evidence: string }>`SELECT DISTINCT l.connection_id AS connection,
      l.evidence_id AS evidence FROM app.proposal_lists l WHERE l.company_id = ${companyId}`.execute(tx);
  const written = new Map(rows.map(({ connection, evidence }) => [connection, evidence]));
  for (const { connectionId, evidenceId, named, open } of read) {
    if (written.get(connectionId) === evidenceId) continue;
    const { sealed, accounts, grants, devices, applications } = open();
    const wished = wishedExceptions(sealed.settings);
    const found = proposalsIn({ systemId: named.systemId, accounts, grants, devices, applications, wished });
    const lists = proposedRegisters.map((register) => ({
      register,
      proposals: found.filter((proposal) => proposal.register === register),
    }));
    await sql`INSERT INTO app.proposal_lists (company_id, connection_id, register, evidence_id, seen_at, proposals)
      SELECT ${companyId}, ${connectionId}, x.register, ${evidenceId}, ${named.seenAt}, x.proposals
      FROM jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) x (register text, proposals jsonb)
      ON CONFLICT (company_id, connection_id, register) DO UPDATE SET evidence_id = excluded.evidence_id,
        seen_at = excluded.seen_at, proposals = excluded.proposals`.execute(tx);
  }
}
