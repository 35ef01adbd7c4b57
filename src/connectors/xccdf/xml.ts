import { SaxesParser } from "saxes";

/** One element as its handler sees it. */
export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  /** The attribute of this local name; empty where there is none. */
  attribute(name: string): string;
}

/** Called in the order of the file. `end` gets the element's own text, without that of elements inside it. */
export interface XmlHandlers {
  start(element: XmlElement): void;
  end(element: XmlElement, text: string): void;
}

/** The file is no XML that is read here; the message is a sentence for the person who chose it. */
export class XmlRefused extends Error {
  override name = "XmlRefused";
}

const DEEPEST = 100;
/** Of the text that one element keeps; more is read and dropped. */
const LONGEST_TEXT = 8_192;
const MOST_ATTRIBUTES = 64;

/**
 * Reads XML piece by piece. There are no document types here, so no entities but the five that XML itself has: nothing
 * expands, and nothing outside the file is ever asked for. Throws XmlRefused for what is not well-formed, is nested
 * deeper than a hundred elements or comes with a document type.
 */
export function readXml(pieces: Iterable<string>, handlers: XmlHandlers): void {
  const open: { readonly element: XmlElement; text: string }[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw new XmlRefused(`This file is not well-formed XML (line ${parser.line}): ${plain(error.message)}.`);
  });
  parser.on("doctype", () => {
    throw new XmlRefused("This XML file has a document type, which reports do not need. Nothing of it was read.");
  });
  parser.on("xmldecl", ({ encoding }) => {
    if (encoding && !/^(utf-8|us-ascii)$/i.test(encoding))
      throw new XmlRefused(`This XML file is written in ${plain(encoding)}. Save it as UTF-8.`);
  });
  parser.on("opentag", (tag) => {
    if (open.length >= DEEPEST) throw new XmlRefused("This XML file is nested too deep for a report.");
    if (Object.keys(tag.attributes).length > MOST_ATTRIBUTES)
      throw new XmlRefused("This XML file has an element with too many attributes.");
    const element = {
      namespace: tag.uri,
      name: tag.local,
      attribute: (name: string) => Object.values(tag.attributes).find(({ local }) => local === name)?.value ?? "",
    };
    open.push({ element, text: "" });
    handlers.start(element);
  });
  const onText = (text: string) => {
    const last = open.at(-1);
    if (last && last.text.length < LONGEST_TEXT) last.text += text.slice(0, LONGEST_TEXT);
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", () => {
    const { element, text } = open.pop()!;
    handlers.end(element, text);
  });
  for (const piece of pieces) parser.write(piece);
  parser.close();
}

/** What the parser says, without the place in front of it and without words of the file that run on. */
function plain(message: string): string {
  return message
    .slice(0, 200)
    .replace(/^\d+:\d+: /, "")
    .slice(0, 120)
    .replace(/(?<![.\s])[.\s]+$/, "");
}
