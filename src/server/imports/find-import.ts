import { sql } from "kysely";
import type { ImportFormat } from "#domain/import-format.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** An import with the item that it reads. Refuses `not-found`. */
export async function getImport(tx: Tx, companyId: string, importId: string) {
  const { rows } = await sql<{
    id: string;
    evidence_id: string;
    created_at: Date;
    state: string;
    step: string;
    done: number;
    total: number;
    failure: string | null;
    number: number;
    file_name: string;
    source: string;
    format: ImportFormat | "unread";
    counted: Record<string, number>;
    rules_version: number;
  }>`SELECT i.id, i.evidence_id, i.created_at, i.state, i.step, i.done, i.total, i.failure, i.format, i.counted, i.rules_version, e.number,
      e.file_name, e.source
    FROM app.imports i JOIN app.evidence e ON e.company_id = i.company_id AND e.id = i.evidence_id
    WHERE i.company_id = ${companyId} AND i.id = ${importId}`.execute(tx);
  return rows[0] ?? fail("not-found");
}

export type ImportRow = Awaited<ReturnType<typeof getImport>>;
