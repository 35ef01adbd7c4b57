import { readCsvRows } from "#domain/csv-rows.ts";
import { officeWords } from "./office-words.ts";
import { pdfWords } from "./pdf-words.ts";
import { mostWords } from "./words.ts";
import type { FileWords } from "./words.ts";

const LONGEST_HEADING = 300;
const NO_WORDS: FileWords = { heading: "", columns: "", text: "" };

/** Reads the beginning of a PDF, an office document or a text. What cannot be read says nothing, and is no failure. */
export async function fileWords(bytes: Uint8Array, fileName: string): Promise<FileWords> {
  const words = await wordsOf(bytes, fileName).catch(() => NO_WORDS);
  return {
    heading: plain(words.heading).slice(0, LONGEST_HEADING),
    columns: plain(words.columns).slice(0, LONGEST_HEADING),
    text: words.text.slice(0, mostWords),
  };
}

const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();

async function wordsOf(bytes: Uint8Array, fileName: string): Promise<FileWords> {
  const start = Buffer.from(bytes.subarray(0, 5)).toString("latin1");
  if (start === "%PDF-") return await pdfWords(bytes);
  if (start.startsWith("PK")) return await officeWords(bytes);
  return textWords(bytes, fileName);
}

function textWords(bytes: Uint8Array, fileName: string): FileWords {
  const isCut = bytes.length > mostWords * 4;
  const text = new TextDecoder("utf-8").decode(bytes.subarray(0, mostWords * 4));
  // A picture or a program is no text; a character that was cut off leaves one mark of a fault.
  if ((text.match(/[\0\ufffd]/g)?.length ?? 0) > text.length / 1_000 + 1) return NO_WORDS;
  if (/\.html?$/i.test(fileName)) return markupWords(text);
  if (/\.(?:csv|tsv)$/i.test(fileName)) {
    const table = readCsvRows(text, { most: 1, beginning: isCut });
    return { heading: "", columns: table.ok ? table.rows[0]!.join(" ") : "", text };
  }
  const isData = /\.(?:json|ya?ml|xml|toml|ini|conf|cfg|tf|log)$/i.test(fileName);
  const first = isData ? "" : (text.split("\n", 40).find((line) => /\p{L}/u.test(line)) ?? "");
  return { heading: first.length <= 200 ? first.replace(/^[#\s]+/, "") : "", columns: "", text };
}

function markupWords(text: string): FileWords {
  const title = /<title(?: [^<>]{0,200})?>([^<]{0,300})/i.exec(text)?.[1] ?? "";
  return { heading: title, columns: "", text: text.replaceAll(/<[^<>]{0,2000}>/g, " ") };
}
