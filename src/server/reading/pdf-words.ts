import { mostWords } from "./words.ts";
import type { FileWords } from "./words.ts";

/** What a document is stands on its first pages. */
const PAGES = 3;
const HEADING_CHARS = 300;
/** Letters nearly as large as the largest belong to the title, too. */
const ABOUT_AS_LARGE = 0.85;

/** The words of a PDF's first pages; what is written largest on the first is its title. Nothing of it runs. */
export async function pdfWords(bytes: Uint8Array): Promise<FileWords> {
  // It would say on standard error that it draws nothing here.
  const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
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
    const document = await task.promise;
    let text = "";
    let heading = "";
    for (let number = 1; number <= Math.min(PAGES, document.numPages) && text.length < mostWords; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const lines = items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? [item] : []));
      if (number === 1) heading = largest(lines);
      text += `${lines.map(({ str }) => str).join(" ")}\n`;
    }
    return { heading, columns: "", text: text.slice(0, mostWords) };
  } finally {
    await task.destroy();
  }
}

function largest(lines: readonly { readonly str: string; readonly height: number }[]): string {
  const height = Math.max(0, ...lines.slice(0, 2_000).map((line) => line.height));
  const title = lines.slice(0, 2_000).filter((line) => line.height >= height * ABOUT_AS_LARGE);
  const said = title.map(({ str }) => str).join(" ");
  // Where everything is of one size nothing is a title; its first words are.
  return (title.length === lines.length ? said.slice(0, 120) : said).slice(0, HEADING_CHARS);
}
