import type PDFDocument from "pdfkit";

type Document = InstanceType<typeof PDFDocument>;

/** The parts of pdfkit's document that write. */
interface Writing {
  page: { write(chunk: string | Uint8Array): void } | null;
  _offset: number;
  push(chunk: Uint8Array | null): boolean;
  addContent(data: string | Uint8Array): unknown;
  flushPages(): void;
  _write(data: string | Uint8Array): void;
}

/** Characters of a file that wait for each other. */
const MOST = 1 << 16;

/**
 * Has a document write the same bytes in fewer pieces. pdfkit makes bytes of each operator and each line of the file by itself, letter
 * by letter: a document of 10,000 rows has millions of them.
 */
export function gatherWrites(document: Document): void {
  const doc = document as unknown as Writing;
  gatherPages(doc);
  gatherFile(doc);
  for (const kind of ["fillColor", "strokeColor"] as const) rememberColors(document, kind);
}

/** Has a document write the operators of a color as they were written the first time. */
function rememberColors(document: Document, kind: "fillColor" | "strokeColor"): void {
  const doc = document as unknown as Writing;
  const set = document[kind].bind(document);
  const colors = new Map<string, string>();
  document[kind] = (color, opacity) => {
    if (typeof color !== "string" || opacity !== undefined) return set(color, opacity);
    const known = colors.get(color);
    if (known === undefined) return remember(doc, colors, color, () => set(color));
    doc.addContent(known);
    return document;
  };
}

/** Operators of one page wait until another page is written, or until pages are packed. */
function gatherPages(doc: Writing): void {
  let waiting = "";
  let page = doc.page;
  const flush = () => {
    if (waiting !== "") page?.write(Buffer.from(waiting, "latin1"));
    waiting = "";
  };
  doc.addContent = (data) => {
    if (page !== doc.page) {
      flush();
      page = doc.page;
    }
    if (typeof data === "string") waiting += `${data}\n`;
    else {
      flush();
      page!.write(data);
    }
    if (waiting.length > MOST) flush();
    return doc;
  };
  const pack = doc.flushPages.bind(doc);
  doc.flushPages = () => {
    flush();
    pack();
  };
}

/** Lines of the file wait until they are many, or until the file ends. */
function gatherFile(doc: Writing): void {
  let waiting: string[] = [];
  let length = 0;
  const push = doc.push.bind(doc);
  const flush = () => {
    if (length > 0) push(Buffer.from(waiting.join(""), "latin1"));
    waiting = [];
    length = 0;
  };
  doc._write = (data) => {
    if (typeof data === "string") {
      waiting.push(data, "\n");
      length += data.length + 1;
      doc._offset += data.length + 1;
      if (length > MOST) flush();
      return;
    }
    flush();
    push(data);
    doc._offset += data.length;
  };
  doc.push = (chunk) => {
    flush();
    return push(chunk);
  };
}

/** What a color's operators are, written down the first time that pdfkit writes them. */
function remember<T>(doc: Writing, colors: Map<string, string>, color: string, write: () => T): T {
  const add = doc.addContent;
  const operators: string[] = [];
  doc.addContent = (data) => {
    operators.push(String(data));
    return add(data);
  };
  try {
    return write();
  } finally {
    doc.addContent = add;
    colors.set(color, operators.join("\n"));
  }
}
