import type { Block } from "#domain/policies/policy-text.ts";
import type { Lost } from "./losses.ts";
import { RefusedFile } from "./refused-file.ts";

const MOST_PAGES = 200;
const MOST_CHARACTERS = 200_000;
/** A line that is so much larger than most is a heading. */
const LARGER = 1.15;
const HEADING_CHARS = 160;

interface Line {
  readonly text: string;
  readonly height: number;
  readonly y: number;
  readonly page: number;
}

/** The words of a PDF as headings, by their size, and paragraphs. Nothing of it runs. Throws `RefusedFile`. */
export async function readPdfBlocks(bytes: Uint8Array, lost: Lost): Promise<Block[]> {
  const lines = await linesOf(bytes);
  if (lines.length === 0) throw new RefusedFile("policy-file-empty");
  lost.add("layout");
  const body = commonHeight(lines);
  const sizes = [...new Set(lines.filter((line) => isHeading(line, body)).map(({ height }) => height))].toSorted(
    (a, b) => b - a,
  );
  const blocks: Block[] = [];
  let words: string[] = [];
  const flush = () => {
    const text = clean(words.join(" "), lost);
    if (text !== "") blocks.push({ kind: "paragraph", inline: [{ kind: "text", text }] });
    words = [];
  };
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    const text = clean(line.text, lost);
    if (isHeading(line, body) && text !== "") {
      flush();
      const level = Math.min(3, sizes.indexOf(line.height) + 1) as 1 | 2 | 3;
      blocks.push({ kind: "heading", level, inline: [{ kind: "text", text }] });
      continue;
    }
    if (before && isApart(before, line)) flush();
    words.push(line.text);
  }
  flush();
  return blocks;
}

const isHeading = ({ height, text }: Line, body: number) => height > body * LARGER && text.length <= HEADING_CHARS;

/** A gap of more than a line's height begins another paragraph, and so does a number or a bullet. */
function isApart(before: Line, line: Line): boolean {
  if (/^(?:[\u2022\u25cf\u25aa*-]|\(?(?:\d{1,3}|[a-z])[.)]) /.test(line.text)) return true;
  if (before.page !== line.page) return /[.!?:]$/.test(before.text);
  return Math.abs(before.y - line.y) > line.height * 1.75;
}

function commonHeight(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { height, text } of lines) letters.set(height, (letters.get(height) ?? 0) + text.length);
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]![0];
}

function clean(text: string, lost: Lost): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  // oxlint-disable-next-line no-control-regex
  const seen = plain.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "");
  lost.add("invisible", plain.length - seen.length);
  return seen;
}

async function linesOf(bytes: Uint8Array): Promise<Line[]> {
  const { getDocument, PasswordException, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const task = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: false,
  });
  try {
    const document = await task.promise.catch((error: unknown) => {
      throw new RefusedFile(error instanceof PasswordException ? "policy-file-locked" : "policy-file-damaged");
    });
    if (document.numPages > MOST_PAGES) throw new RefusedFile("policy-file-long");
    const lines: Line[] = [];
    let characters = 0;
    for (let page = 1; page <= document.numPages; page += 1) {
      const { items } = await (await document.getPage(page)).getTextContent();
      for (const item of items) {
        if (!("str" in item) || item.str === "") continue;
        characters += item.str.length;
        if (characters > MOST_CHARACTERS) throw new RefusedFile("policy-file-long");
        const y = Number(item.transform[5]);
        const last = lines.at(-1);
        // Pieces of one line stand on one height.
        if (last?.page === page && Math.abs(last.y - y) < 2)
          lines[lines.length - 1] = {
            ...last,
            text: last.text + item.str,
            height: Math.max(last.height, roundedHeight(item)),
          };
        else if (item.str.trim() !== "") lines.push({ text: item.str, height: roundedHeight(item), y, page });
      }
    }
    return lines;
  } finally {
    await task.destroy();
  }
}

const roundedHeight = ({ height }: { readonly height: number }) => Math.round(height * 2) / 2;
