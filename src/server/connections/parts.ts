import { createSecretKey, hkdfSync } from "node:crypto";
import { sql } from "kysely";
import type { EvidenceItem, Json, StepReport } from "#connectors/connector.ts";
import type { Tx } from "../db/as-caller.ts";
import type { CompanyKey } from "../blobs/company-keys.ts";
import { seal, unseal } from "../keys/keys.ts";
import type { Claim } from "./claims.ts";

/** What one step has brought so far, and where it goes on. */
export interface StepSoFar {
  readonly step: string;
  readonly items: EvidenceItem[];
  readonly cursor: Json | undefined;
  /** Present when the step has ended. */
  readonly report: StepReport | undefined;
  readonly startedAt: string;
  readonly pages: number;
  /** The number of the next part. */
  readonly next: number;
  /** When the last part was written. */
  readonly at: Date;
}

/** What lies in a part, sealed. */
interface Content {
  readonly items: readonly EvidenceItem[];
  readonly startedAt: string;
  readonly pages: number;
}

interface Sealed extends Content {
  readonly under: string;
}

/** Part of what a step collected: up to a checkpoint, or with its report up to its end. */
export interface NewPart extends Content {
  readonly step: string;
  readonly seq: number;
  readonly checkpoint: Json | undefined;
  readonly report: StepReport | undefined;
  readonly at: Date;
}

/**
 * Seals and opens the parts of one run under a key that follows from its company's. `under` names what it is read by: parts that were
 * read by something else are forgotten, so that no run is half of the one and half of the other.
 */
export function partsOf(claim: Claim, key: CompanyKey, under: string) {
  const own = createSecretKey(Buffer.from(hkdfSync("sha256", key.derive("collection parts"), "", claim.runId, 32)));
  const bound = (step: string, seq: number) => `part|${claim.companyId}|${claim.runId}|${step}|${seq}`;
  /** Forgets the parts of one step, which begins again, or of all of them. */
  const forget = async (tx: Tx, step?: string): Promise<void> => {
    const these = step === undefined ? sql`` : sql`AND step = ${step}`;
    await sql`DELETE FROM app.collection_parts
      WHERE company_id = ${claim.companyId} AND run_id = ${claim.runId} ${these}`.execute(tx);
  };
  return {
    forget,
    /** Stores one part, in the transaction that says how far the run is. */
    save: async (tx: Tx, part: NewPart): Promise<void> => {
      const { items, startedAt, pages } = part;
      const plain = Buffer.from(JSON.stringify({ items, startedAt, pages, under } satisfies Sealed));
      await sql`INSERT INTO app.collection_parts (company_id, connection_id, run_id, step, seq, checkpoint, report, sealed, created_at)
        VALUES (${claim.companyId}, ${claim.connectionId}, ${claim.runId}, ${part.step}, ${part.seq},
          ${part.checkpoint === undefined ? null : JSON.stringify([part.checkpoint])}::jsonb,
          ${part.report ? JSON.stringify(part.report) : null}::jsonb, ${seal(own, plain, bound(part.step, part.seq))}, ${part.at})`.execute(
        tx,
      );
    },
    /** What an interrupted attempt left, by step. */
    read: async (tx: Tx): Promise<Map<string, StepSoFar>> => {
      const { rows } = await sql<{
        step: string;
        seq: number;
        /** In a list of its own: null is a checkpoint, too. */
        checkpoint: readonly [Json] | null;
        report: StepReport | null;
        sealed: Buffer;
        created_at: Date;
      }>`SELECT step, seq, checkpoint, report, sealed, created_at FROM app.collection_parts
        WHERE company_id = ${claim.companyId} AND run_id = ${claim.runId} ORDER BY step, seq`.execute(tx);
      const steps = new Map<string, StepSoFar>();
      for (const row of rows) {
        const text = unseal(own, row.sealed, bound(row.step, row.seq)).toString("utf8");
        const { items, startedAt, pages, under: read } = JSON.parse(text) as Sealed;
        if (read !== under) {
          await forget(tx);
          return new Map();
        }
        const before = steps.get(row.step);
        steps.set(row.step, {
          step: row.step,
          items: [...(before?.items ?? []), ...items],
          cursor: row.checkpoint?.[0],
          report: row.report ?? undefined,
          startedAt,
          pages,
          next: row.seq + 1,
          at: row.created_at,
        });
      }
      return steps;
    },
  };
}

export type Parts = ReturnType<typeof partsOf>;
