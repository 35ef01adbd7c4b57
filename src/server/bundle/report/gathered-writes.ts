import { deflateSync } from "node:zlib";
import type PDFDocument from "pdfkit";

type Document = InstanceType<typeof PDFDocument>;

/** What is marked on a page, as pdfkit takes it. */
type MarkOptions = Readonly<Record<string, unknown>> | null | undefined;

/** The parts of pdfkit's document that write. */
interface Writing {
  page: { readonly markings: { tag: string; options: MarkOptions }[]; write(chunk: string | Uint8Array): void } | null;
  _pageBuffer: readonly { readonly content: Content }[];
  _offset: number;
  _refEnd(reference: Reference): void;
  ref(data: unknown): Reference;
  push(chunk: Uint8Array | null): boolean;
  addContent(data: string | Uint8Array): unknown;
  markContent(tag: string, options?: MarkOptions): unknown;
  flushPages(): void;
  _write(data: string | Uint8Array): void;
}

/** What a page shows. */
interface Content {
  buffer: Uint8Array[];
  compress: boolean;
}

/** An object of the file. */
interface Reference {
  readonly id: number;
  readonly gen: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly document: Writing;
  offset: number;
  finalize(): void;
}

/** Pages lose most of their size at this level, in less than half the time that the usual one takes. */
const PACKED = { level: 3 } as const;

/** Characters of a file that wait for each other. */
const MOST = 1 << 16;

/**
 * Has a document write the same bytes in fewer pieces. pdfkit makes bytes of each operator and each line of the file by itself, letter
 * by letter: a document of 10,000 rows has millions of them. `packs`: the pages are packed in less time, and take more room.
 */
export function gatherWrites(document: Document, { packs = false } = {}): void {
  const doc = document as unknown as Writing;
  gatherPages(doc, packs);
  gatherFile(doc);
  gatherElements(doc);
  writeMarks(doc);
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
function gatherPages(doc: Writing, packs: boolean): void {
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
    if (packs) for (const { content } of doc._pageBuffer) packContent(content);
    pack();
  };
}

function packContent(content: Content): void {
  if (!content.compress) return;
  content.buffer = [deflateSync(Buffer.concat(content.buffer), PACKED)];
  content.compress = false;
}

/** Marks that stand in no other and say one thing, as all of a table do, are written without a dictionary that is made for each. */
function writeMarks(doc: Writing): void {
  const mark = doc.markContent.bind(doc);
  doc.markContent = (tag, options) => {
    const said = markWords(tag, options);
    if (said === undefined || doc.page!.markings.length > 0) return mark(tag, options);
    doc.page!.markings.push({ tag, options });
    doc.addContent(`/${tag} <<\n${said}\n>> BDC`);
    return doc;
  };
}

function markWords(tag: string, options: MarkOptions): string | undefined {
  const [[name, value] = [], ...more] = Object.entries(options ?? {});
  if (more.length > 0) return undefined;
  if (name === "mcid") return `/MCID ${String(value)}`;
  return tag === "Artifact" && name === "type" ? `/Type /${String(value)}` : undefined;
}

/** Elements of the structure are written in one piece each: a document of 10,000 rows has tens of thousands. */
function gatherElements(doc: Writing): void {
  const make = doc.ref.bind(doc);
  doc.ref = (data) => {
    const reference = make(data);
    if (typeof reference.data["S"] === "string") reference.finalize = writeElement;
    return reference;
  };
}

function writeElement(this: Reference): void {
  const { id, gen, data, document } = this;
  const lines: string[] = [];
  for (const [name, value] of Object.entries(data)) {
    if (value === undefined) continue;
    const said = Array.isArray(value) ? listed(value) : plain(value);
    // What is more than a name, a number or another object is left to pdfkit.
    if (said === undefined) return (Object.getPrototypeOf(this) as Reference).finalize.call(this);
    lines.push(`/${name} ${said}`);
  }
  this.offset = document._offset;
  document._write(`${id} ${gen} obj\n<<\n${lines.join("\n")}\n>>\nendobj`);
  document._refEnd(this);
}

function plain(value: unknown): string | undefined {
  if (typeof value === "string") return `/${value}`;
  if (Number.isSafeInteger(value)) return String(value);
  const { id, gen } = (value ?? {}) as Partial<Reference>;
  return id === undefined || gen === undefined ? undefined : `${id} ${gen} R`;
}

function listed(values: readonly unknown[]): string | undefined {
  const said: string[] = [];
  for (const value of values) {
    const own = plain(value);
    if (own === undefined) return undefined;
    said.push(own);
  }
  return `[${said.join(" ")}]`;
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
