import { sql } from "kysely";
import { PAGE_ROWS } from "#domain/registers/snapshot.ts";
import type { SnapshotPage } from "#domain/registers/snapshot.ts";
import { ACKNOWLEDGMENT_PAGES, addUpAcknowledged, readAcknowledgedPage } from "#judge/registers/acknowledged.ts";
import type { Acknowledged, AcknowledgedPage } from "#judge/registers/acknowledged.ts";
import type { Tx } from "../db/as-caller.ts";
import { keepPages } from "./keep-pages.ts";
import { leafColumns, leafOf, sealed, withLeaf } from "./policy-pages.ts";
import type { Leaf, Row } from "./policy-pages.ts";

/** Pages of acknowledgments, which are many: each is held no longer than it is made or read. */
export interface SealedAcknowledgments {
  readonly count: number;
  /** SHA-256 of the pages, in order. */
  readonly pages: readonly string[];
  /** What all of them say. */
  readonly acknowledged: Acknowledged;
}

/** What so many pages say is read at once. */
const READ_AT_ONCE = 10;

interface Page {
  readonly page: number;
  readonly count: number;
  readonly first: number;
  readonly first_id: string;
  readonly source: Buffer;
  readonly sha256: string | null;
}

/**
 * Seals and reads the acknowledgments of a company page by page. A page is made anew where one of its rows changed, and read anew where
 * another judge read it before. Acknowledgments and the entries of the ledger that they stand for are never changed.
 */
export async function sealAcknowledgments(
  tx: Tx,
  companyId: string,
  judge: string | undefined,
): Promise<SealedAcknowledgments> {
  const { rows: pages } = await sql<Page>`WITH now AS MATERIALIZED (
      SELECT ((a.n - 1) / ${PAGE_ROWS}::integer)::integer AS page, count(*)::integer AS count, min(a.ledger_index) AS first,
        (array_agg(a.id ORDER BY a.n))[1] AS first_id,
        sha256(convert_to(string_agg(concat_ws(' ', a.id, a.version_id, a.person_id, a.sha256, a.method,
          extract(epoch FROM a.acknowledged_at), a.ledger_index, a.vouched), ';' ORDER BY a.n), 'UTF8')) AS source
      FROM (SELECT row_number() OVER (ORDER BY a.ledger_index, a.id) AS n, a.* FROM app.acknowledgments a
        WHERE a.company_id = ${companyId}) a GROUP BY 1)
    SELECT now.*, p.sha256 FROM now LEFT JOIN app.acknowledgment_pages p ON p.company_id = ${companyId} AND p.page = now.page AND p.source = now.source
    ORDER BY now.page`.execute(tx);
  const [hashes, sum] = [[] as string[], addUpAcknowledged()];
  for (let from = 0; from < pages.length; from += READ_AT_ONCE) {
    const some = pages.slice(from, from + READ_AT_ONCE);
    const said = judge === undefined ? new Map<string, AcknowledgedPage>() : await readSaid(tx, companyId, some, judge);
    for (const page of some) {
      const known = said.get(`${page.page} ${page.sha256}`);
      const own = known ? { sha256: page.sha256!, said: known } : await sealAnew(tx, companyId, page, judge);
      hashes.push(own.sha256);
      sum.add(own.said);
    }
  }
  return {
    count: pages.reduce((all, { count }) => all + count, 0),
    pages: hashes,
    acknowledged: sum.all(),
  };
}

/** What this judge read of these pages before, by their numbers and hashes. */
async function readSaid(tx: Tx, companyId: string, pages: readonly Page[], judge: string) {
  const { rows } = await sql<{
    name: string;
    said: AcknowledgedPage;
  }>`SELECT p.page || ' ' || p.sha256 AS name, p.said FROM app.acknowledgment_pages p
    WHERE p.company_id = ${companyId} AND p.page = ANY (${pages.map(({ page }) => page)}::integer[]) AND p.judge = ${judge}`.execute(
    tx,
  );
  return new Map(rows.map(({ name, said }) => [name, said]));
}

async function sealAnew(tx: Tx, companyId: string, { page, source, ...known }: Page, judge: string | undefined) {
  const { sha256, rows } = (await findKept(tx, companyId, known.sha256)) ?? (await make(tx, companyId, page, known));
  const said = readAcknowledgedPage(rows);
  await sql`INSERT INTO app.acknowledgment_pages (company_id, page, source, sha256, judge, said)
    VALUES (${companyId}, ${page}, ${source}, ${sha256}, ${judge ?? ""}, ${JSON.stringify(said)}::jsonb)
    ON CONFLICT (company_id, page) DO UPDATE SET source = excluded.source, sha256 = excluded.sha256, judge = excluded.judge,
      said = excluded.said`.execute(tx);
  return { sha256, said };
}

/** A page that was made before. */
async function findKept(tx: Tx, companyId: string, sha256: string | null) {
  if (sha256 === null) return undefined;
  const { rows } = await sql<{ content: string }>`SELECT p.content FROM app.snapshot_pages p
    WHERE p.company_id = ${companyId} AND p.sha256 = ${sha256}`.execute(tx);
  return rows[0] && { sha256, rows: (JSON.parse(rows[0].content) as SnapshotPage).rows };
}

async function make(
  tx: Tx,
  companyId: string,
  page: number,
  { count, first, first_id: id }: Omit<Page, "page" | "source">,
) {
  const { rows } = await sql<Row & Leaf>`SELECT a.id, v.policy_id AS "policyId", a.version_id AS "versionId",
      a.person_id AS "personId", a.sha256, a.method, a.vouched, a.acknowledged_at AS at, ${leafColumns}
    FROM (SELECT a.* FROM app.acknowledgments a WHERE a.company_id = ${companyId} AND (a.ledger_index, a.id) >= (${first}, ${id}::uuid)
      ORDER BY a.ledger_index, a.id LIMIT ${count}) a
    JOIN app.policy_versions v ON v.company_id = a.company_id AND v.id = a.version_id
    ${leafOf(sql`a.company_id`, sql`a.ledger_index`)} ORDER BY a.ledger_index, a.id`.execute(tx);
  const own = sealed(ACKNOWLEDGMENT_PAGES, rows.map(withLeaf("policy.acknowledged")), PAGE_ROWS, page * PAGE_ROWS);
  await keepPages(tx, companyId, own.pages);
  return { sha256: own.pages[0]!.sha256, rows: own.pages[0]!.page.rows };
}
