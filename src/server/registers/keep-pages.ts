import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import type { SealedPage } from "./take-snapshot.ts";

/** Keeps the pages of a snapshot that are not kept yet: most are those of the snapshot before, and are not sent again. */
export async function keepPages(tx: Tx, companyId: string, pages: readonly SealedPage[]): Promise<void> {
  const { rows: before } = await sql<{ sha256: string }>`SELECT p.sha256 FROM app.snapshot_pages p
    WHERE p.company_id = ${companyId} AND p.sha256 = ANY (${pages.map(({ sha256 }) => sha256)})`.execute(tx);
  const kept = new Set(before.map(({ sha256 }) => sha256));
  const added = pages.flatMap(({ sha256, content, page }) =>
    kept.has(sha256) ? [] : [{ sha256, content, register: page.register }],
  );
  if (added.length === 0) return;
  await sql`INSERT INTO app.snapshot_pages (company_id, sha256, register, content)
    SELECT ${companyId}, x.sha256, x.register, x.content
    FROM jsonb_to_recordset(${JSON.stringify(added)}) x (sha256 text, register text, content text) ON CONFLICT DO NOTHING`.execute(
    tx,
  );
}
