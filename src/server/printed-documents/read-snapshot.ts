import { sql } from "kysely";
import { findSealed } from "#catalog/registers/index.ts";
import { columnOf, systemNames } from "#domain/printed/cells.ts";
import type { PrintedDocument } from "#domain/printed/layout.ts";
import { formatExhibitNumber, parseExhibitNumber } from "#domain/exhibit-number.ts";
import { fail } from "../app-error.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Within } from "../db/without-privilege.ts";
import { getItem, openItem } from "../evidence/open-item.ts";
import type { Keys } from "../keys/keys.ts";

export interface SnapshotDeps {
  readonly keys: Keys;
  readonly blobs: (storageLocationId: string) => BlobStore;
}

/** A sealed exhibit of the registers, as it is found before its bytes are read. */
export interface SealedRun {
  readonly evidence_id: string;
  readonly number: number;
  readonly sha256: Buffer;
  readonly taken_at: Date;
  readonly pages: readonly string[];
  /** The place of its run in the ledger. */
  readonly ledger_index: number;
}

/** The newest exhibit of the registers that was not withdrawn, or the one of this number. Refuses `document-not-sealed`. */
export async function findRun(tx: Tx, companyId: string, exhibit?: string): Promise<SealedRun> {
  const number = exhibit === undefined ? undefined : parseExhibitNumber(exhibit);
  const which = number === undefined ? sql`` : sql`AND e.number = ${number}`;
  const { rows } =
    await sql<SealedRun>`SELECT r.evidence_id, e.number::integer AS number, e.sha256, r.taken_at, r.pages, r.ledger_index
    FROM app.register_runs r JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id
      AND e.withdrawal_id IS NULL AND e.erased_at IS NULL
    WHERE r.company_id = ${companyId} ${which} ORDER BY r.ledger_index DESC LIMIT 1`.execute(tx);
  return rows[0] ?? fail(exhibit === undefined ? "document-not-sealed" : "not-found");
}

/** The lists of a snapshot that a document is drawn from, with those that its columns lead to. */
export function listsOf({ tables, confirmed }: PrintedDocument): readonly string[] {
  const linked = tables.flatMap(({ list, columns }) =>
    columns.flatMap((column) => {
      const { from, to } = columnOf(column, findSealed(list));
      return [from?.list ?? [], to ?? []].flat();
    }),
  );
  const beside = tables.flatMap(({ list }) => Object.keys(findSealed(list)?.beside?.registers ?? {}));
  return [...new Set([...tables.map(({ list }) => list), ...linked, ...beside, ...confirmed, "people", systemNames])];
}

/** An exhibit of the registers with the pages that a document is drawn from, all as JSON. */
export interface SealedTexts {
  readonly exhibit: string;
  readonly sha256: string;
  readonly manifest: string;
  readonly pages: readonly string[];
  /** Lists of which a page has a salted hash: what names people stands in no other. */
  readonly hashed: readonly string[];
}

/** How a salted hash begins on a page, which is canonical JSON: people's own texts have their quotes escaped. */
const HASHED = '{"sha256":';

/** Reads what a document is drawn from; it is taken apart where it is drawn. */
export async function readSealed(
  deps: SnapshotDeps,
  within: Within,
  companyId: string,
  { run, lists }: { readonly run: SealedRun; readonly lists: readonly string[] },
): Promise<SealedTexts> {
  const { bytes, pages } = await within(async (tx) => {
    const { rows } = await sql<{
      list: string;
      content: string;
    }>`SELECT p.register AS list, p.content FROM app.snapshot_pages p
      WHERE p.company_id = ${companyId} AND p.sha256 = ANY (${run.pages}) AND p.register = ANY (${lists})
      ORDER BY array_position(${run.pages}::text[], p.sha256)`.execute(tx);
    const item = await getItem(tx, companyId, run.evidence_id);
    return { pages: rows, bytes: await openItem(deps, tx, companyId, item) };
  });
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return {
    exhibit: formatExhibitNumber(run.number),
    sha256: run.sha256.toString("hex"),
    manifest: Buffer.concat(chunks).toString("utf8"),
    pages: pages.map(({ content }) => content),
    hashed: [...new Set(pages.flatMap(({ list, content }) => (content.includes(HASHED) ? [list] : [])))],
  };
}
