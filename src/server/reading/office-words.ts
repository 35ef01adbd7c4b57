import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { openForeignZip } from "#domain/bundle/foreign-zip.ts";
import { NotUnpacked } from "#domain/bundle/not-unpacked.ts";
import type { Inflate } from "#domain/bundle/not-unpacked.ts";
import type { ZipFile } from "#domain/bundle/zip-reader.ts";
import { concat } from "#domain/ledger/bytes.ts";
import { mostWords } from "./words.ts";
import type { FileWords } from "./words.ts";

/** Of one part of an office document as much is unpacked, in bytes: a part may unpack to gigabytes. */
const MOST_OF_PART = 2 * 1024 * 1024;
const HEADINGS = 3;

/** The words of a Word, Excel or PowerPoint file, of their parts that have them. Throws where it is no such file. */
export async function officeWords(bytes: Uint8Array): Promise<FileWords> {
  const readAt = async (into: Uint8Array, position: number) => {
    const part = bytes.subarray(position, position + into.length);
    into.set(part);
    return part.length;
  };
  const { files } = await openForeignZip(readAt, bytes.length, inflate);
  const part = async (path: string) => await beginningOf(files.find((file) => file.path === path));
  const title = textsOf(await part("docProps/core.xml"), "dc:title")[0] ?? "";
  const word = await part("word/document.xml");
  if (word !== "") {
    const paragraphs = word.split("</w:p>").map((paragraph) => textsOf(paragraph, "w:t").join(""));
    return withHeading(title, paragraphs);
  }
  const slide = await part("ppt/slides/slide1.xml");
  if (slide !== "") return withHeading(title, textsOf(slide, "a:t"));
  const strings = textsOf(await part("xl/sharedStrings.xml"), "t");
  const sheets = [...(await part("xl/workbook.xml")).matchAll(/<sheet [^<>]{0,500}?name="([^"]{1,100})"/g)];
  return {
    heading: title,
    // Texts stand in the order in which they first came: those of the first row come first.
    columns: [...sheets.map(([, name]) => unescaped(name!)), ...strings.slice(0, 20)].join(" "),
    text: strings.join("\n").slice(0, mostWords),
  };
}

function withHeading(title: string, paragraphs: readonly string[]): FileWords {
  const said = paragraphs.filter((paragraph) => paragraph.trim() !== "");
  const first = said.slice(0, HEADINGS).filter((paragraph) => paragraph.length < 120);
  return { heading: [title, ...first].join(" "), columns: "", text: said.join("\n").slice(0, mostWords) };
}

async function beginningOf(file: ZipFile | undefined): Promise<string> {
  if (!file) return "";
  const chunks: Uint8Array[] = [];
  let left = MOST_OF_PART;
  for await (const chunk of file.read()) {
    chunks.push(Uint8Array.from(chunk.subarray(0, left)));
    left -= chunk.length;
    if (left <= 0) break;
  }
  return new TextDecoder().decode(concat(...chunks));
}

/** The texts of elements without elements in them. */
function textsOf(xml: string, element: string): string[] {
  const texts: string[] = [];
  let length = 0;
  for (const [, text] of xml.matchAll(new RegExp(`<${element}(?: [^<>]{0,200})?>([^<]*)`, "g"))) {
    texts.push(unescaped(text!));
    length += text!.length;
    if (length > mostWords) break;
  }
  return texts;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescaped = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name]!);

/** Unpacks as far as somebody reads. */
export const inflate: Inflate = async function* inflate(chunks) {
  const inflater = createInflateRaw();
  const source = Readable.from(copies(chunks));
  source.on("error", (error) => inflater.destroy(error));
  try {
    for await (const chunk of source.pipe(inflater)) yield chunk as Buffer;
  } catch {
    throw new NotUnpacked();
  } finally {
    source.destroy();
    inflater.destroy();
  }
};

/** A stream reads ahead, and chunks are their reader's only until the next. */
async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
