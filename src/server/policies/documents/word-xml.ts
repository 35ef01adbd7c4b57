/** An element of a Word document as its file has it. */
export class WordXml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Attributes = Readonly<Record<string, string | number>>;

/** An element of the document, with its texts escaped as the library that writes the rest escapes them. */
export function element(name: string, attributes: Attributes = {}, ...children: (WordXml | string)[]): WordXml {
  let text = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) text += ` ${key}="${escaped(String(value))}"`;
  if (children.length === 0) return new WordXml(`${text}/>`);
  text += ">";
  for (const child of children) text += typeof child === "string" ? escaped(child) : child.text;
  return new WordXml(`${text}</${name}>`);
}

/** What XML cannot hold is left out. */
export const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replaceAll(EACH, (letter) => names[letter] ?? "") : text;

const names: Readonly<Record<string, string>> = {
  "&": "&amp;",
  '"': "&quot;",
  "'": "&apos;",
  "<": "&lt;",
  ">": "&gt;",
};
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&"'<>\u0000-\u0008\u000B\u000C\u000E-\u001F]/;
const EACH = new RegExp(SPECIAL.source, "g");

/** Tables and figures that were written already, and what stands for them until the rest is. */
export class WrittenAhead {
  readonly #texts: string[] = [];

  /** Keeps an element; answers with the style of the empty paragraph that stands in its place. No style has such an id. */
  keep({ text }: WordXml): string {
    this.#texts.push(text);
    return `~${this.#texts.length - 1}`;
  }

  /** The document's text with each element in its place. What people wrote cannot look like one: its marks are escaped. */
  put(document: string): string {
    const places = /<w:p><w:pPr><w:pStyle w:val="~(\d+)"\/><\/w:pPr><\/w:p>/g;
    return document.replaceAll(places, (_, at: string) => this.#texts[Number(at)]!);
  }
}
