import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { BlobStore } from "../blobs/blob-store.ts";
import { anchoredHeads } from "../ledger/anchored-heads.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import { erasedCompanies } from "../ledger/erased-companies.ts";

/** Where a place for files keeps the mark of the last look. */
const MARK = "exhibit-sweep.json";

/** What database and places remember of the last look: the same, something else, or neither of them anything yet. */
export type Remembered = "same" | "different" | "nothing";

/**
 * Whether the rows are those that the places for files were last looked at with: database and places hold the same mark, and each look
 * writes a new one. A database that was put back from a snapshot holds an older one, and so does a place. The caller is alone.
 */
export async function compareHistories(worker: pg.Client, stores: Iterable<BlobStore>): Promise<Remembered> {
  const { rows } = await worker.query<{ mark: string | null; next_mark: string | null }>(
    "SELECT mark, next_mark FROM app.scrub",
  );
  const { mark, next_mark: begun } = rows[0]!;
  const next = randomUUID();
  const found = new Set<string | undefined>();
  for (const store of stores) found.add(await readMark(store));
  // A look that was killed leaves the mark that it was about to write in some places, and its own in others.
  const isSame = mark !== null && [...found].every((each) => each !== undefined && (each === mark || each === begun));
  await worker.query("UPDATE app.scrub SET next_mark = $1, mark = coalesce($2, mark)", [
    next,
    isSame && found.size === 1 ? [...found][0] : null,
  ]);
  for (const store of stores) await store.replace(MARK, Buffer.from(`${JSON.stringify({ mark: next })}\n`));
  await worker.query("UPDATE app.scrub SET mark = $1, next_mark = NULL", [next]);
  if (isSame) return "same";
  return mark === null && begun === null && [...found].every((each) => each === undefined) ? "nothing" : "different";
}

/**
 * Companies of which more was signed than the database holds: rows are missing that files may belong to. `known` are those that the
 * database has, `gone` those that it has no row of and that nobody erased.
 */
export async function companiesBehind(
  reader: pg.Client,
  anchors: AnchorStore,
  stores: readonly BlobStore[],
): Promise<{ readonly known: number; readonly gone: ReadonlySet<string> }> {
  const { rows } = await reader.query<{ id: string; size: string | null }>(
    "SELECT c.id, h.size FROM app.companies c LEFT JOIN app.ledger_heads h ON h.company_id = c.id",
  );
  const sizes = new Map(rows.map(({ id, size }) => [id, Number(size)]));
  const erased = new Set((await Promise.all(stores.map(erasedCompanies))).flat());
  const heads = [...(await anchoredHeads(anchors, stores)).values()].filter(({ companyId }) => !erased.has(companyId));
  const behind = heads.filter(({ companyId, size }) => size > (sizes.get(companyId) ?? size));
  const gone = heads.filter(({ companyId }) => !sizes.has(companyId)).map(({ companyId }) => companyId);
  return { known: behind.length, gone: new Set(gone) };
}

async function readMark(store: BlobStore): Promise<string | undefined> {
  const bytes = await store.read(MARK);
  if (!bytes) return undefined;
  try {
    const { mark } = JSON.parse(bytes.toString()) as { mark?: unknown };
    return typeof mark === "string" ? mark : undefined;
  } catch {
    return undefined;
  }
}
