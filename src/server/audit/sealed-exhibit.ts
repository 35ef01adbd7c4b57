import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Register } from "#domain/registers/register.ts";
import type { SnapshotPage } from "#domain/registers/snapshot.ts";
import { fail } from "../app-error.ts";
import type { Tx } from "../db/as-caller.ts";
import { isReadByAll } from "../registers/ledger-lines.ts";

/** An exhibit of the registers, as far as the caller sees it. */
export interface SealedExhibit {
  readonly evidenceId: string;
  readonly exhibit: string;
  readonly sealedAt: Date;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
  readonly pages: readonly string[];
}

interface Which {
  readonly companyId: string;
  readonly evidenceId?: string | undefined;
  /** Up to the end of this day, in UTC. */
  readonly on?: string | undefined;
}

/**
 * An exhibit of the registers that checks rest on: the newest, the newest of a time, or the one that is named. For the rest of the
 * transaction an auditor reads its pages, and those of no other.
 */
export async function lookAtExhibit(tx: Tx, { companyId, evidenceId, on }: Which): Promise<SealedExhibit | undefined> {
  const which = evidenceId === undefined ? sql`` : sql`AND r.evidence_id = ${evidenceId}`;
  const until = on === undefined ? sql`` : sql`AND r.taken_at < (${on}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
  const { rows } = await sql<{
    id: string;
    number: number;
    sha256: Buffer;
    taken_at: Date;
    pages: readonly string[];
  }>`SELECT e.id, e.number::integer AS number, e.sha256, r.taken_at, r.pages
    FROM app.register_runs r JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id
    WHERE r.company_id = ${companyId} AND e.withdrawal_id IS NULL ${which} ${until}
      AND EXISTS (SELECT FROM app.evidence_controls k WHERE k.company_id = e.company_id AND k.evidence_id = e.id)
    ORDER BY r.ledger_index DESC LIMIT 1`.execute(tx);
  const [found] = rows;
  if (!found) return undefined;
  await sql`SELECT set_config('app.audited_exhibit', ${found.id}, true)`.execute(tx);
  return {
    evidenceId: found.id,
    exhibit: formatExhibitNumber(found.number),
    sealedAt: found.taken_at,
    sha256: found.sha256.toString("hex"),
    pages: found.pages,
  };
}

/** Pages of an exhibit, of these registers and lists, in order. */
export async function readPages(
  tx: Tx,
  companyId: string,
  { pages }: Pick<SealedExhibit, "pages">,
  lists: readonly string[],
): Promise<readonly SnapshotPage[]> {
  const { rows } = await sql<{ content: string }>`SELECT p.content FROM app.snapshot_pages p
    WHERE p.company_id = ${companyId} AND p.sha256 = ANY (${pages}) AND p.register = ANY (${lists})
    ORDER BY array_position(${pages}::text[], p.sha256)`.execute(tx);
  return rows.map(({ content }) => JSON.parse(content) as SnapshotPage);
}

/** A register that auditors read. Refuses `not-found`. */
export function openSealed(key: string): Register {
  const register = findRegister(key);
  return register && isReadByAll(register) ? register : fail("not-found");
}
