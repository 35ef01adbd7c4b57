import { sql } from "kysely";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import type { Tx } from "../db/as-caller.ts";
import type { SealedPage } from "./take-snapshot.ts";

/** Keeps the pages of a snapshot that are not kept yet: most are those of the snapshot before, and are not written again. */
export async function keepPages(tx: Tx, companyId: string, pages: readonly SealedPage[]): Promise<void> {
  const { rows: before } = await sql<{ sha256: string }>`SELECT p.sha256 FROM app.snapshot_pages p
    WHERE p.company_id = ${companyId} AND p.sha256 = ANY (${pages.map(({ sha256 }) => sha256)})`.execute(tx);
  const kept = new Set(before.map(({ sha256 }) => sha256));
  for (const { sha256, page } of pages) {
    if (kept.has(sha256)) continue;
    const content = canonicalJson(page as unknown as CanonicalValue);
    await tx
      .insertInto("app.snapshot_pages")
      .values({ company_id: companyId, sha256, register: page.register, content })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
