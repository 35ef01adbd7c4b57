import { inflateSync } from "node:zlib";

/** The same of a PDF as people are given it, whose parts are compressed. */
export function textOfPackedPdf(pdf: Buffer): string {
  const unpacked = pdf.toString("latin1").replace(/stream\n([\s\S]*?)\nendstream/g, (whole, part: string) => {
    try {
      return `stream\n${inflateSync(Buffer.from(part, "latin1")).toString("latin1")}\nendstream`;
    } catch {
      // A font or a picture that is kept as it is.
      return whole;
    }
  });
  return textOfPdf(Buffer.from(unpacked, "latin1"));
}

/** What a PDF of ours says, in reading order, when it was printed without compression; what is an artifact is left out. */
export function textOfPdf(pdf: Buffer): string {
  const source = pdf.toString("latin1");
  const objects = new Map<string, string>();
  for (const [, number, body] of source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(number!, body!);
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const [, name, number] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number!) ?? "")?.[1];
    if (cmap && !fonts.has(name!)) fonts.set(name!, lettersOf(objects.get(cmap)!));
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body));
  return pages.map((page) => wordsOf(objects.get(/\/Contents (\d+) 0 R/.exec(page)![1]!)!, fonts)).join("");
}

/** The letters of each glyph of a font. */
function lettersOf(cmap: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const [, first, list] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    const texts = [...list!.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex]) => fromUtf16(hex!.replaceAll(" ", "")));
    for (const [index, text] of texts.entries())
      letters.set((Number.parseInt(first!, 16) + index).toString(16).padStart(4, "0"), text);
  }
  return letters;
}

function fromUtf16(hex: string): string {
  return Buffer.from(hex, "hex").swap16().toString("utf16le");
}

function wordsOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let text = "";
  let font: ReadonlyMap<string, string> | undefined;
  const said = content.replace(/\/Artifact (?:<<[\s\S]*?>>\s*BDC|BMC)[\s\S]*?\nEMC/g, "");
  for (const line of said.split("\n")) {
    const chosen = /^\/(F\d+) [\d.]+ Tf$/.exec(line);
    if (chosen) font = fonts.get(chosen[1]!);
    if (line.endsWith(" TJ"))
      for (const [, hex] of line.matchAll(/<([0-9a-f]+)>/gi))
        for (const glyph of hex!.match(/.{4}/g) ?? []) text += font?.get(glyph.toLowerCase()) ?? "\ufffd";
  }
  return text;
}
