import { isAscii } from "node:buffer";
import { createHash, webcrypto } from "node:crypto";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdCompressSync } from "node:zlib";
import { sql } from "kysely";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import type { SnapshotPage } from "#domain/registers/snapshot.ts";
import { tellPage } from "#judge/registers/told-pages.ts";
import type { PageTold, ToldPage } from "#judge/registers/told-pages.ts";
import type { Tx } from "../db/as-caller.ts";
import type { MadeText } from "./page-maker.ts";
import { letGo, unpack, writePage } from "./page-writer.ts";

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

/** That the text of a page that was kept is not the one that its hash names: whoever asked makes all pages anew. */
export class OtherText extends Error {}

/** Keeps the pages of a snapshot that are not kept yet: most are those of the snapshot before, and are not written again. */
export async function keepPages(tx: Tx, companyId: string, pages: readonly SealedPage[]): Promise<void> {
  const { rows: before } = await sql<{ sha256: string }>`SELECT p.sha256 FROM app.snapshot_pages p
    WHERE p.company_id = ${companyId} AND p.sha256 = ANY (${pages.map(({ sha256 }) => sha256)})`.execute(tx);
  const kept = new Set(before.map(({ sha256 }) => sha256));
  for (const { sha256, page } of pages) {
    if (kept.has(sha256)) continue;
    const { register, rows } = page;
    const text = bytesOf(canonicalJson({ register, rows } as unknown as CanonicalValue));
    await writePage(tx, companyId, register, { sha256, text });
  }
}

/** Hashes and packs a page beside this thread, which may make the next one meanwhile. */
export async function sealMade({ register, text, told }: MadeText): Promise<PackedPage> {
  const [digest, bytes] = await Promise.all([
    webcrypto.subtle.digest("SHA-256", text as Uint8Array<ArrayBuffer>),
    packBeside(text, QUICKLY),
  ]);
  const held = { packed: bytes, length: text.length };
  return { page: pageOf({ register, ...held }, told), ...held, sha256: Buffer.from(digest).toString("hex") };
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
  const text = bytesOf(canonicalJson(page as unknown as CanonicalValue));
  return { text, sha256: createHash("sha256").update(text).digest("hex") };
}

/** The bytes of a text; of one of nothing but ASCII, as most pages are, they are copied as they are. */
const bytesOf = (content: string): Buffer =>
  Buffer.from(content, Buffer.byteLength(content, "utf8") === content.length ? "latin1" : "utf8");

/** A page that is held as its packed text, a tenth of its rows: who asks for these reads them again. What every run asks was told before. */
function packed(page: SnapshotPage, text: Buffer): Pick<PackedPage, "page" | "packed" | "length"> {
  const held = { packed: zstdCompressSync(text, QUICKLY), length: text.length };
  return { page: pageOf({ register: page.register, ...held }, tellPage(page)), ...held };
}

interface Held {
  readonly register: string;
  readonly packed: Buffer;
  /** Of its text. */
  readonly length: number;
  /** Of a text that was kept since another run, by which its rows are believed. */
  readonly sha256?: string;
}

const pageOf = ({ register, packed: bytes, length, sha256 }: Held, told: PageTold): ToldPage => ({
  register,
  told,
  get rows() {
    const text = unpack(bytes, length);
    if (sha256 !== undefined && createHash("sha256").update(text).digest("hex") !== sha256)
      throw new OtherText(`a page of ${register} that was kept`);
    const content = text.toString(isAscii(text) ? "latin1" : "utf8");
    letGo(text);
    return (JSON.parse(content) as SnapshotPage).rows;
  },
});

/** A page of which the packed text and what was told were kept. Its rows are read when they are asked for, and are refused as `OtherText` where the text is not the one that its hash names. */
export function keptPage(
  register: string,
  { told, ...held }: Omit<PackedPage, "page"> & { readonly told: PageTold },
): PackedPage {
  return { ...held, page: pageOf({ register, ...held }, told) };
}

const packBeside = promisify(zstdCompress);

/** It is held for seconds: half the time is worth more than a tenth of its bytes. */
const QUICKLY = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
