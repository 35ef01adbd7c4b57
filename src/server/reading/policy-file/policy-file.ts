import { maxPolicyCharacters, readPolicyText } from "#domain/policies/policy-text.ts";
import type { Block } from "#domain/policies/policy-text.ts";
import { Lost } from "./losses.ts";
import { policyMarkdown } from "./markdown.ts";
import { readPdfBlocks } from "./pdf-blocks.ts";
import { RefusedFile } from "./refused-file.ts";
import type { FileRefusal } from "./refused-file.ts";
import { readBlocks } from "./word-blocks.ts";
import { inspectMarkup } from "./word-markup.ts";
import { openWordPackage } from "./word-package.ts";
import { readWordTree } from "./word-tree.ts";

/** What a document comes to as a policy. */
export interface PolicyFile {
  /** Its first heading, or the name of the file. */
  readonly title: string;
  /** Markdown that a policy can have. */
  readonly text: string;
  /** What was not carried over. */
  readonly lost: ReturnType<Lost["told"]>;
}

export type ReadPolicyFile =
  | { readonly ok: true; readonly file: PolicyFile }
  | { readonly ok: false; readonly refusal: FileRefusal };

const LONGEST_TITLE = 200;
const OLE = "d0cf11e0a1b11ae1";

/** Reads a Word document or a PDF as the text of a policy. What cannot be read says why; nothing of it is run or fetched. */
export async function readPolicyFile(bytes: Uint8Array, fileName: string): Promise<ReadPolicyFile> {
  const lost = new Lost();
  try {
    const blocks = await blocksOf(bytes, lost);
    const text = policyMarkdown(blocks);
    if (blocks.length === 0) throw new RefusedFile("policy-file-empty");
    if (text.length > maxPolicyCharacters) throw new RefusedFile("policy-file-long");
    // What we wrote is read as people will read it: a text that is refused then is refused now.
    if (!readPolicyText(text).ok) throw new RefusedFile("policy-file-damaged");
    return { ok: true, file: { title: titleOf(blocks, fileName), text, lost: lost.told() } };
  } catch (error) {
    if (error instanceof RefusedFile) return { ok: false, refusal: error.refusal };
    // Bytes that a reader stumbles over are damaged, whatever it says of them.
    return { ok: false, refusal: "policy-file-damaged" };
  }
}

async function blocksOf(bytes: Uint8Array, lost: Lost): Promise<readonly Block[]> {
  const start = Buffer.from(bytes.subarray(0, 8));
  if (start.toString("hex") === OLE) throw new RefusedFile(isLocked(bytes) ? "policy-file-locked" : "policy-file-old");
  if (start.toString("latin1").startsWith("%PDF-")) return await readPdfBlocks(bytes, lost);
  if (!start.toString("latin1").startsWith("PK")) throw new RefusedFile("policy-file-kind");
  const opened = await openWordPackage(bytes);
  inspectMarkup(opened, lost);
  return readBlocks(await readWordTree(opened), lost);
}

/** A document with a password is packed into the format of old ones, under this name. */
function isLocked(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(Buffer.from("EncryptedPackage", "utf16le"));
}

function titleOf(blocks: readonly Block[], fileName: string): string {
  const heading = blocks.find((block) => block.kind === "heading" && block.level === 1);
  const said = heading?.kind === "heading" ? plain(heading.inline) : "";
  const named = fileName.replace(/\.[a-z0-9]{1,5}$/i, "").replaceAll(/[_\s]+/g, " ");
  return (said || named).trim().slice(0, LONGEST_TITLE) || "Policy";
}

function plain(inline: Extract<Block, { kind: "paragraph" }>["inline"]): string {
  return inline.map((piece) => ("text" in piece ? piece.text : "inline" in piece ? plain(piece.inline) : " ")).join("");
}
