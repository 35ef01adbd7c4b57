import { isAscii } from "node:buffer";
import { createHash } from "node:crypto";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import type { SnapshotPage } from "#domain/registers/snapshot.ts";
import { tellPage } from "#judge/registers/told-pages.ts";
import type { PageTold, ToldPage } from "#judge/registers/told-pages.ts";
import type { Tx } from "../db/as-caller.ts";

/** A page with the SHA-256 of its text. */
export interface SealedPage {
  readonly sha256: string;
  readonly page: ToldPage;
}

/** The same with its packed text, for who keeps it for the next run. */
export interface PackedPage extends SealedPage {
  readonly packed: Buffer;
  /** Of its text, in bytes. */
  readonly length: number;
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
    seal: async (page: SnapshotPage): Promise<PackedPage> => {
      const { content, text, sha256 } = textOf(page);
      if (!keptBefore.has(sha256)) {
        await writing;
        writing = keepPage(tx, companyId, page.register, { sha256, content });
        // It is awaited before the next one, if nothing else fails first.
        writing.catch(() => {});
      }
      return { ...packed(page, text), sha256 };
    },
    done: () => writing,
  };
}

/** A page that is sealed as it is made, and kept once it is known what is new of its list. */
export function sealedPage(page: SnapshotPage): SealedPage {
  const { text, sha256 } = textOf(page);
  return { page: packed(page, text).page, sha256 };
}

/** A list that was sealed at once, with its pages held as those of registers are: nobody holds what is judged while all else is. */
export const packedList = <List extends { readonly pages: readonly SealedPage[] }>(list: List): List => ({
  ...list,
  pages: list.pages.map(({ sha256, page }) => ({
    sha256,
    page: page.told ? page : packed(page, bytesOf(JSON.stringify(page))).page,
  })),
});

function textOf(page: SnapshotPage) {
  const content = canonicalJson(page as unknown as CanonicalValue);
  const text = bytesOf(content);
  return { content, text, sha256: createHash("sha256").update(text).digest("hex") };
}

/** The bytes of a text; of one of nothing but ASCII, as most pages are, they are copied as they are. */
const bytesOf = (content: string): Buffer =>
  Buffer.from(content, Buffer.byteLength(content, "utf8") === content.length ? "latin1" : "utf8");

/** A page that is held as its packed text, a tenth of its rows: who asks for these reads them again. What every run asks was told before. */
function packed(page: SnapshotPage, text: Buffer): Pick<PackedPage, "page" | "packed" | "length"> {
  const bytes = zstdCompressSync(text, QUICKLY);
  const held = { register: page.register, packed: bytes, length: text.length, isAscii: isAscii(text) };
  return { page: pageOf(held, tellPage(page)), packed: bytes, length: text.length };
}

interface Held {
  readonly register: string;
  readonly packed: Buffer;
  /** Of its text. */
  readonly length: number;
  readonly isAscii: boolean;
}

const pageOf = ({ register, packed: bytes, length, isAscii: plain }: Held, told: PageTold): ToldPage => ({
  register,
  told,
  get rows() {
    return (JSON.parse(unpack(bytes, length).toString(plain ? "latin1" : "utf8")) as SnapshotPage).rows;
  },
});

// As one piece: many small ones are copied into one, and what they took is not given back for long.
const unpack = (bytes: Buffer, length: number): Buffer =>
  zstdDecompressSync(bytes, { chunkSize: Math.max(MIN_CHUNK, length) });

function unpackedOr(bytes: Buffer, length: number): Buffer | undefined {
  try {
    return unpack(bytes, length);
  } catch {
    return undefined;
  }
}

/** A page of which the packed text and what was told were kept; undefined where the text is not the one that its hash names. */
export function unpackedPage(
  register: string,
  {
    sha256,
    packed: bytes,
    length,
    told,
  }: Pick<PackedPage, "sha256" | "packed" | "length"> & { readonly told: PageTold },
): PackedPage | undefined {
  const text = unpackedOr(bytes, length);
  if (!text || createHash("sha256").update(text).digest("hex") !== sha256) return undefined;
  const page = pageOf({ register, packed: bytes, length, isAscii: isAscii(text) }, told);
  return { sha256, page, packed: bytes, length };
}

/** It is held for seconds: half the time is worth more than a tenth of its bytes. */
const QUICKLY = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The library takes none that are smaller. */
const MIN_CHUNK = 64;
