import { createHash } from "node:crypto";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import type { SnapshotPage } from "#domain/registers/snapshot.ts";
import { tellPage } from "#judge/registers/told-pages.ts";
import type { ToldPage } from "#judge/registers/told-pages.ts";
import type { Tx } from "../db/as-caller.ts";

/** A page with the SHA-256 of its text. */
export interface SealedPage {
  readonly sha256: string;
  readonly page: ToldPage;
}

/** Keeps the pages of a snapshot that are not kept yet: most are those of the snapshot before, and are not written again. */
export async function keepPages(tx: Tx, companyId: string, pages: readonly SealedPage[]): Promise<void> {
  const { rows: before } = await sql<{ sha256: string }>`SELECT p.sha256 FROM app.snapshot_pages p
    WHERE p.company_id = ${companyId} AND p.sha256 = ANY (${pages.map(({ sha256 }) => sha256)})`.execute(tx);
  const kept = new Set(before.map(({ sha256 }) => sha256));
  for (const { sha256, page } of pages) {
    if (kept.has(sha256)) continue;
    const { register, rows } = page;
    const content = canonicalJson({ register, rows } as unknown as CanonicalValue);
    await keepPage(tx, companyId, register, { sha256, content });
  }
}

async function keepPage(
  tx: Tx,
  companyId: string,
  register: string,
  { sha256, content }: { readonly sha256: string; readonly content: string },
): Promise<void> {
  await tx
    .insertInto("app.snapshot_pages")
    .values({ company_id: companyId, sha256, register, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Seals pages, and keeps those that the last snapshot did not have while the next ones are read: the text of a page is as large as the page,
 * and is made once. Named by their hashes, they are nobody's snapshot until one says so.
 */
export function pageKeeper(tx: Tx, companyId: string, keptBefore: ReadonlySet<string>) {
  let writing: Promise<void> = Promise.resolve();
  return {
    seal: async (page: SnapshotPage): Promise<SealedPage> => {
      const content = canonicalJson(page as unknown as CanonicalValue);
      const text = Buffer.from(content, "utf8");
      const sha256 = createHash("sha256").update(text).digest("hex");
      if (!keptBefore.has(sha256)) {
        await writing;
        writing = keepPage(tx, companyId, page.register, { sha256, content });
        // It is awaited before the next one, if nothing else fails first.
        writing.catch(() => {});
      }
      return { page: packed(page, text), sha256 };
    },
    done: () => writing,
  };
}

/** A list that was sealed at once, with its pages held as those of registers are: nobody holds what is judged while all else is. */
export const packedList = <List extends { readonly pages: readonly SealedPage[] }>(list: List): List => ({
  ...list,
  pages: list.pages.map(({ sha256, page }) => ({
    sha256,
    page: packed(page, Buffer.from(JSON.stringify(page))),
  })),
});

/** A page that is held as its packed text, a tenth of its rows: who asks for these reads them again. What every run asks was told before. */
function packed(page: SnapshotPage, text: Buffer): ToldPage {
  const bytes = zstdCompressSync(text, QUICKLY);
  // As one piece: many small ones are copied into one, and what they took is not given back for long.
  const whole = { chunkSize: Math.max(MIN_CHUNK, text.length) };
  return {
    register: page.register,
    told: tellPage(page),
    get rows() {
      return (JSON.parse(zstdDecompressSync(bytes, whole).toString("utf8")) as SnapshotPage).rows;
    },
  };
}

/** It is held for seconds: half the time is worth more than a tenth of its bytes. */
const QUICKLY = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The library takes none that are smaller. */
const MIN_CHUNK = 64;
